import { describe, expect, it } from 'vitest'
import { admittedAttacks } from './admitted-attacks.ts'
import { unenforced } from './unenforced.ts'

/** What no attack tries, because nothing could show it. */
const everywhere: Record<string, RegExp> = {
  'memory that one process takes faster than it is looked at': /not bounded by the kernel/,
  'pages that forked processes share, counted once': /share counted for each/,
}
const onMac: Record<string, RegExp> = {
  'asking services of the system': /services of the system .* can be asked/,
  'shared memory that another script can open': /shared memory is common/,
  'anything at all, on a Mac': /not tested on macOS/,
}

describe('what sandbox-runtime is not tested against', () => {
  it.each(Object.entries({ ...everywhere, ...admittedAttacks('linux') }))(
    'is said on Linux: %s',
    (_, said) => {
      expect(unenforced('linux')).toMatch(said)
    },
  )

  it.each(Object.entries({ ...everywhere, ...onMac, ...admittedAttacks('darwin') }))(
    'is said on macOS: %s',
    (_, said) => {
      expect(unenforced('darwin')).toMatch(said)
    },
  )

  it.each(['linux', 'darwin'] as const)('is not said of the other system than %s', (platform) => {
    const other =
      platform === 'linux' ? /macOS|process namespaces/ : /UNIX sockets alone|\/usr tell/
    expect(unenforced(platform)).not.toMatch(other)
  })
})
