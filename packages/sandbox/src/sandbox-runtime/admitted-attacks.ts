import type { Admitted } from '../attacks/withstands-attacks.ts'

const everywhere: Admitted = {
  'hiding bytes in files that are deleted but still open': /deleted but are still open/,
  'writing to a layer, or asking for one that is not there': /layers cannot be mounted/,
}

const onLinux: Admitted = {
  'system calls that could break out': /system calls are filtered/,
  'sockets of other families than UNIX and Internet': /system calls are filtered/,
  'system calls of the x32 kind': /system calls are filtered/,
  'filling the folders for scratch, and shared memory': /outside its workspace and home/,
  'writing anywhere but to the workspace and the folders for scratch':
    /outside its workspace and home/,
  'reading what /proc and /sys tell of the machine': /\/proc and \/usr/,
  'looking for rights to take: those of its init, and what a new program could get':
    /first process inside keeps all rights/,
}

/** What macOS has no means for; and nobody has tried the kernel of one. */
const onMac: Admitted = {
  'living on when it is ended, deaf to every signal': /death cannot be proved/,
  'outliving its script by setsid': /leaves its group .* is not found/,
  'outliving its script by nohup': /death cannot be proved/,
  'outliving its script by a double fork': /leaves its group .* is not found/,
  'outliving its script by holding the output open': /death cannot be proved/,
  'leaving forty zombies': /death cannot be proved/,
  'a fork bomb in Python': /limited over the whole account/,
  'a fork bomb in bash': /limited over the whole account/,
  'one process that asks for more address space than there is': /not bounded by the kernel/,
  'making empty files in shared memory until its time is over': /shared memory is common/,
  'filling the folders for scratch, and shared memory': /shared memory is common/,
  'writing anywhere but to the workspace and the folders for scratch': /not tested on macOS/,
  'reading what /proc and /sys tell of the machine': /not tested on macOS/,
  'using capabilities, gaining privileges, and being root': /not tested on macOS/,
  'killing its init, and all else': /not tested on macOS/,
  'looking for rights to take: those of its init, and what a new program could get':
    /not tested on macOS/,
  'system calls that could break out': /services of the system .* can be asked/,
  'sockets of other families than UNIX and Internet': /services of the system .* can be asked/,
  'system calls of the x32 kind': /not tested on macOS/,
}

/** The attacks that sandbox-runtime is not held to on a platform, and how its health answer says so. */
export function admittedAttacks(platform: NodeJS.Platform): Admitted {
  return { ...everywhere, ...(platform === 'linux' ? onLinux : onMac) }
}
