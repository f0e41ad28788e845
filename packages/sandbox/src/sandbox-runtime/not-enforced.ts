import { requiredEmptySweeps } from './running-tree.ts'

const onEveryPlatform = [
  'memory is polled ten times a second, with shared pages counted once per process, and not limited by the kernel',
  'bytes of deleted files that are still open are not counted',
  'memory in the buffers of sockets is not counted',
  'disk space is measured some milliseconds after it is taken',
  'a script has the same priority as the server for processor and memory',
  'there is no warm pool, so each script waits for its sandbox to start',
  'layers cannot be mounted, and the folders of a script are at their own paths, not at /skill and /workspace',
]

const onLinux = [
  'writes outside its workspace and home go to memory without a separate limit',
  'system calls are filtered for UNIX sockets only (not vsock, nor other system calls)',
  '/proc and /usr reveal details of the machine',
  'the init keeps all capabilities in its own namespaces and has no system call filter',
]

const onMac = [
  `there are no process namespaces: leftover processes are searched until ${requiredEmptySweeps} sweeps in a row find none, but their termination cannot be proved`,
  'a process that leaves its group and its parents between two polls is not found; it stays in its sandbox without network and cannot change outputs, but may use CPU time and memory',
  'processes are limited per user, and those of a script counted ten times a second (status out-of-memory)',
  'system services that the profile of sandbox-runtime allows (among them SecurityServer, fonts, logs) are reachable, and shared memory is common to all scripts',
  'not tested on macOS',
]

/** What the backend cannot enforce on a platform, as one sentence for the health answer. */
export function notEnforced(platform: NodeJS.Platform): string {
  const all = [...(platform === 'linux' ? onLinux : onMac), ...onEveryPlatform]
  return `sandbox-runtime cannot enforce everything here: ${all.join('; ')}.`
}
