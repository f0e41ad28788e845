import { describe, expect, it } from 'vitest'
import { knownWeaknesses } from './known-weaknesses.ts'
import { unenforced } from './unenforced.ts'

/** Weaknesses without an attack, because they cannot be shown. */
const onEveryPlatform: Record<string, RegExp> = {
  'memory that one process takes faster than the polling': /not limited by the kernel/,
  'pages shared by forked processes': /shared pages counted once per process/,
}
const onMac: Record<string, RegExp> = {
  'reaching system services': /system services .* are reachable/,
  'shared memory that another script can open': /shared memory is common/,
  'anything at all on macOS': /not tested on macOS/,
}

describe('known weaknesses of sandbox-runtime', () => {
  it.each(Object.entries({ ...onEveryPlatform, ...knownWeaknesses('linux') }))(
    'are reported on Linux: %s',
    (_, reason) => {
      expect(unenforced('linux')).toMatch(reason)
    },
  )

  it.each(Object.entries({ ...onEveryPlatform, ...onMac, ...knownWeaknesses('darwin') }))(
    'are reported on macOS: %s',
    (_, reason) => {
      expect(unenforced('darwin')).toMatch(reason)
    },
  )

  it.each(['linux', 'darwin'] as const)(
    'are not listed for the other system than %s',
    (platform) => {
      const other =
        platform === 'linux' ? /macOS|process namespaces/ : /UNIX sockets only|\/usr reveal/
      expect(unenforced(platform)).not.toMatch(other)
    },
  )
})
