import type { ExecutionAtWork, ExecutionId, TenantId } from '@repertoire/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSilenceWatch } from './heartbeat-monitor.ts'

const at = (id: string, signs: number): ExecutionAtWork => ({
  tenantId: 'ten_1' as TenantId,
  id: id as ExecutionId,
  signs,
})

it('C5: one that gives no sign for several looks is dead, and not before', () => {
  const watch = createSilenceWatch()
  const looks = Array.from({ length: 5 }, () => watch.look([at('dead', 7)]).length)
  expect(looks).toEqual([0, 0, 0, 1, 1])
})

it('C5: one that gives a sign at least every third look is never taken for dead, whatever others do', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 }), { maxLength: 40 }), (pauses) => {
      const watch = createSilenceWatch()
      watch.look([at('living', 0), at('dead', 0)])
      for (const [beat, pause] of pauses.entries()) {
        for (let looks = 0; looks <= pause; looks += 1) {
          const found = watch.look([at('living', beat + 1), at('dead', 0)])
          expect(found.map(({ id }) => id)).not.toContain('living')
        }
      }
    }),
  )
})
