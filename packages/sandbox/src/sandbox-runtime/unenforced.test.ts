import { describe, expect, it } from 'vitest'
import { unenforced } from './unenforced.ts'

/** Attacks that bubblewrap is tested against and sandbox-runtime is not, by what its health answer says. */
const everywhere: Record<string, RegExp> = {
  'one process that takes memory faster than it is looked at': /not bounded by the kernel/,
  'pages that forked processes share, counted once': /share counted for each/,
  'bytes in deleted files that are still open': /deleted but are still open/,
  'a layer put where it was asked for': /layers cannot be mounted/,
}
const onLinux: Record<string, RegExp> = {
  'system calls that could break out, and sockets of other families': /system calls are filtered/,
  'filling /tmp and /dev/shm': /outside its workspace and home/,
  'what /proc tells about the machine': /\/proc and \/usr/,
}
const onMac: Record<string, RegExp> = {
  'a process that leaves its group and its parents': /leaves its group .* is not found/,
  'proof that nothing outlives a script': /death cannot be proved/,
  'a fork bomb that meets a limit of its own': /limited over the whole account/,
  'asking services of the system': /services of the system .* can be asked/,
  'shared memory that another script can open': /shared memory is common/,
  'anything at all, on a Mac': /not tested on macOS/,
}

describe('what sandbox-runtime is not tested against', () => {
  it.each(Object.entries({ ...everywhere, ...onLinux }))('is said on Linux: %s', (_, said) => {
    expect(unenforced('linux')).toMatch(said)
  })

  it.each(Object.entries({ ...everywhere, ...onMac }))('is said on macOS: %s', (_, said) => {
    expect(unenforced('darwin')).toMatch(said)
  })

  it('is not said of the other system', () => {
    for (const said of Object.values(onMac)) expect(unenforced('linux')).not.toMatch(said)
    for (const said of Object.values(onLinux)) expect(unenforced('darwin')).not.toMatch(said)
  })
})
