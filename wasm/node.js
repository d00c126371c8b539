// Before a program for node: its WebAssembly lies beside it, and the environment is the process's.
// (The loader would fetch() the file, which node cannot.) Paths of Windows get the '/' that is known.
Module['wasmBinary'] = require('fs').readFileSync(__filename.replace(/\.c?js$/, '.wasm'));
Module['preRun'] = [function () { if (typeof ENV === 'object') Object.assign(ENV, process.env); }];
if (process.platform === 'win32')
  Module['arguments'] = process.argv.slice(2).map(function (text) { return text.replace(/\\/g, '/'); });
