# The package of npm, as the program was never built on macOS: WebAssembly makes the same bytes.
class Scree < Formula
  desc "@DESCRIPTION@"
  homepage "@HOME@"
  url "@HOME@/releases/download/v@VERSION@/scree-@VERSION@.tgz"
  sha256 "@SHA256:scree-@VERSION@.tgz@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink Dir["#{libexec}/bin/*"]
  end

  test do
    assert_match "scree #{version}", shell_output("#{bin}/scree --version")
  end
end
