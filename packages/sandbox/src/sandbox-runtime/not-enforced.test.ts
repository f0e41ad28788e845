import { describe, expect, it } from 'vitest'
import { knownLimits } from './known-limits.ts'
import { notEnforced } from './not-enforced.ts'

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
  it.each(Object.entries({ ...onEveryPlatform, ...knownLimits('linux') }))(
    'are reported on Linux: %s',
    (_, reason) => {
      expect(notEnforced('linux')).toMatch(reason)
    },
  )

  it.each(Object.entries({ ...onEveryPlatform, ...onMac, ...knownLimits('darwin') }))(
    'are reported on macOS: %s',
    (_, reason) => {
      expect(notEnforced('darwin')).toMatch(reason)
    },
  )

  it.each(['linux', 'darwin'] as const)(
    'are not listed for the other system than %s',
    (platform) => {
      const other =
        platform === 'linux' ? /macOS|process namespaces/ : /UNIX sockets only|\/usr reveal/
      expect(notEnforced(platform)).not.toMatch(other)
    },
  )
})
