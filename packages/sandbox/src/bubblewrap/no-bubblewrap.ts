import { spawnSync } from 'node:child_process'
import { findBubblewrap } from '../probe/probe-bubblewrap.ts'

/** Whether this machine lacks what bubblewrap is tried with. */
export const noBubblewrap = process.platform !== 'linux' || !startsAtAll()

function startsAtAll(): boolean {
  const bubblewrap = findBubblewrap()
  if (bubblewrap === undefined) return false
  const account = process.getuid?.() === 0 ? { uid: 59_917, gid: 59_917 } : {}
  const least = ['--unshare-user', '--ro-bind', '/', '/', 'true']
  return spawnSync(bubblewrap, least, { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
