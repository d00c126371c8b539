// validate.cjs FOLDER FILE.glb...: what Khronos' validator, installed in FOLDER, says of each.
const fs = require("fs");
const path = require("path");
const [folder, ...files] = process.argv.slice(2);

// Remarks that are no mistake: a picture whose sides are no powers of two, and texture coordinates
// of a mesh without a picture.
const remarks = ["IMAGE_NPOT_DIMENSIONS", "UNUSED_OBJECT"];

let validator;
try {
  validator = require(path.resolve(folder, "node_modules/gltf-validator"));
} catch (error) {
  console.log(`SKIPPED: no gltf-validator in ${folder} (scripts/setup.sh installs it)`);
  process.exit(77);
}
(async () => {
  for (const file of files) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)));
    const wrong = report.issues.messages.filter((m) => !remarks.includes(m.code));
    console.log(`${file}: ${report.info.totalTriangleCount} triangles`);
    if (report.issues.numErrors || report.issues.numWarnings || wrong.length || !files.length) {
      console.log(JSON.stringify(report.issues.messages, null, 1));
      process.exit(1);
    }
  }
})();
