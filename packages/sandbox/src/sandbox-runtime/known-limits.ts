import type { KnownLimits } from '../attacks/test-attacks.ts'

const onEveryPlatform: KnownLimits = {
  'hiding bytes in deleted files that are still open': /deleted files that are still open/,
  'writing to a layer, or requesting a missing one': /layers cannot be mounted/,
  'memory in the buffers of sockets': /buffers of sockets/,
  'enlarging the buffers of sockets': /buffers of sockets/,
  'reserving disk space faster than it is measured': /disk space is measured/,
  'taking the processor and the memory of its server': /same priority as the server/,
}

const onLinux: KnownLimits = {
  'system calls that could escape': /system calls are filtered/,
  'sockets of families other than UNIX and Internet': /system calls are filtered/,
  'x32 system calls': /system calls are filtered/,
  'filling the scratch folders and shared memory': /outside its workspace and home/,
  'memory in empty files of shared memory': /outside its workspace and home/,
  'writing outside the workspace and the scratch folders': /outside its workspace and home/,
  'reading machine details from /proc and /sys': /\/proc and \/usr/,
  'reading the settings and sources that this machine keeps below /usr': /\/proc and \/usr/,
  'taking capabilities of its init or of a new program': /init keeps all capabilities/,
}

/** Not possible on macOS, or not tested there. */
const onMac: KnownLimits = {
  'surviving its end by ignoring every signal': /termination cannot be proved/,
  'surviving its script by setsid': /leaves its group .* is not found/,
  'surviving its script by nohup': /termination cannot be proved/,
  'surviving its script by a double fork': /leaves its group .* is not found/,
  'surviving its script by holding the output open': /termination cannot be proved/,
  'leaving forty zombies': /termination cannot be proved/,
  'a fork bomb in Python': /limited per user/,
  'a fork bomb in bash': /limited per user/,
  'one process that allocates too much address space': /not limited by the kernel/,
  'memory in empty files of shared memory': /shared memory is common/,
  'filling the scratch folders and shared memory': /shared memory is common/,
  'writing outside the workspace and the scratch folders': /not tested on macOS/,
  'reading machine details from /proc and /sys': /not tested on macOS/,
  'reading the settings and sources that this machine keeps below /usr': /not tested on macOS/,
  'using capabilities, gaining privileges, and being root': /not tested on macOS/,
  'killing its init and all other processes': /not tested on macOS/,
  'taking capabilities of its init or of a new program': /not tested on macOS/,
  'system calls that could escape': /system services .* are reachable/,
  'sockets of families other than UNIX and Internet': /system services .* are reachable/,
  'x32 system calls': /not tested on macOS/,
}

/**
 * The attacks that sandbox-runtime does not resist on a platform, with the text of its health answer that says
 * so.
 */
export function knownLimits(platform: NodeJS.Platform): KnownLimits {
  return { ...onEveryPlatform, ...(platform === 'linux' ? onLinux : onMac) }
}
