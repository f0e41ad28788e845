import { sweepsWithoutFind } from './running-tree.ts'

const everywhere = [
  'memory is watched ten times a second, with pages that processes share counted for each, and not bounded by the kernel',
  'bytes of files that were deleted but are still open count for nothing',
  'nothing is kept warm, so that each script waits for its sandbox to start',
  'layers cannot be mounted, and the folders of a script are at their own paths, not at /skill and /workspace',
]

const onLinux = [
  'what a script writes outside its workspace and home goes to memory without a limit of its own',
  'system calls are filtered for UNIX sockets alone (not vsock, nor what the kernel offers to all)',
  'what /proc and /usr tell of the machine can be read',
  'the first process inside keeps all rights over its own namespaces, and a filter of system calls is not on it',
]

const onMac = [
  `there are no process namespaces: what a script left running is searched for until ${sweepsWithoutFind} looks in a row find nothing, but its death cannot be proved`,
  'a process that leaves its group and its parents between two looks is not found; it stays in its sandbox without network and cannot change outputs, but may go on taking processor time and memory',
  'processes are limited over the whole account, and those of a script counted ten times a second (status out-of-memory)',
  'services of the system that the profile of sandbox-runtime admits (among them SecurityServer, fonts, logs) can be asked, and shared memory is common to all scripts',
  'not tested on macOS',
]

/** What the backend cannot do on a platform, as one sentence for the health answer. */
export function unenforced(platform: NodeJS.Platform): string {
  const all = [...(platform === 'linux' ? onLinux : onMac), ...everywhere]
  return `sandbox-runtime cannot enforce everything here: ${all.join('; ')}.`
}
