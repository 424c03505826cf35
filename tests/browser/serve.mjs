// The servers of all lanes at once: each makes the demonstration's data first, which one processor alone does no faster.
import { spawn } from 'node:child_process';

const lanes = JSON.parse(process.argv[2]).map(({ port, data }) => spawn(process.execPath, ['dist/server.mjs', 'serve'], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PORT: port, DATA_DIR: data } }));
const stop = () => void lanes.forEach((lane) => lane.kill('SIGTERM'));
process.once('SIGTERM', stop);
// without one of them nothing can be tried
for (const lane of lanes)
  lane.once('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
