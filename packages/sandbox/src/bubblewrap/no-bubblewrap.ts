import { spawnSync } from 'node:child_process'
import { findBubblewrap } from './probe-bubblewrap.ts'

/** Whether this machine cannot run the bubblewrap tests. */
export const noBubblewrap = process.platform !== 'linux' || !canStartBubblewrap()

function canStartBubblewrap(): boolean {
  const bubblewrap = findBubblewrap()
  if (bubblewrap === undefined) return false
  const account = process.getuid?.() === 0 ? { uid: 59_917, gid: 59_917 } : {}
  const least = ['--unshare-user', '--ro-bind', '/', '/', 'true']
  return spawnSync(bubblewrap, least, { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
