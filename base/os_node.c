/*
 * Locks under node, which has none: a file in the folder for temporary ones, named by what is locked,
 * has the number of the process and counts as long as there is such a process. So scree under node
 * keeps others like it out, and not a program of the system itself. 6 is EWOULDBLOCK and 138 is
 * ENOTSUP, which is also the answer where there is no node.
 */
#include <emscripten.h>

int os_lock_in_node(double disk, double number);

/* clang-format off */
EM_JS(int, os_lock_js, (double disk, double number), {
    if (typeof process !== 'object' || typeof require !== 'function') return 138;
    const fs = require('fs');
    const user = process.getuid ? process.getuid() : 0;
    const name = require('path').join(require('os').tmpdir(), ['.scree-lock', user, disk, number].join('-'));
    for (let tries = 0; tries < 3; tries++) {
        try {
            fs.writeFileSync(name, String(process.pid), {flag: 'wx', mode: 0o600});
            process.on('exit', () => { try { fs.unlinkSync(name); } catch (e) {} });
            return 0;
        } catch (e) {
            if (e.code !== 'EEXIST') return 138;
        }
        try {
            const owner = parseInt(fs.readFileSync(name, 'utf8'), 10);
            if (owner === process.pid) return 0;
            if (!(owner > 0)) return 6;
            try {
                process.kill(owner, 0);
                return 6;
            } catch (e) {
                if (e.code === 'EPERM') return 6;
            }
            fs.unlinkSync(name);
        } catch (e) {
            if (e.code !== 'ENOENT') return 138;
        }
    }
    return 6;
})
/* clang-format on */

int os_lock_in_node(double disk, double number)
{
    return os_lock_js(disk, number);
}
