import { spawnSync } from 'node:child_process'

const tried = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--', '/bin/true'])

/** Whether bubblewrap can isolate anything on this machine. */
export const sandboxThere = tried.status === 0
if (!sandboxThere) console.log('skipped: bubblewrap (apt-get install bubblewrap)')
