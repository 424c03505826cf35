// Preloaded into a process under test: writes one dot for each fsync, also of its worker threads.
const fs = require('node:fs');
const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  fsyncSync(file);
  fs.appendFileSync(process.env.FSYNC_LOG, '.');
};
require('node:module').syncBuiltinESMExports();
