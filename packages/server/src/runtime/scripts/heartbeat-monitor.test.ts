import type { ExecutionId, TenantId } from '@repertoire/core/base'
import type { RunningExecution } from '@repertoire/core/ports'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHeartbeatMonitor } from './heartbeat-monitor.ts'

const at = (id: string, heartbeatCount: number): RunningExecution => ({
  tenantId: 'ten_1' as TenantId,
  id: id as ExecutionId,
  heartbeatCount,
})

it('C5: an execution counts as dead after several missed heartbeats, and not before', () => {
  const watch = createHeartbeatMonitor()
  const missed = Array.from({ length: 5 }, () => watch.check([at('dead', 7)]).length)
  expect(missed).toEqual([0, 0, 0, 1, 1])
})

it('C5: an execution with a heartbeat at least every third check never counts as dead, whatever others do', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 }), { maxLength: 40 }), (pauses) => {
      const watch = createHeartbeatMonitor()
      watch.check([at('living', 0), at('dead', 0)])
      for (const [beat, pause] of pauses.entries()) {
        for (let missed = 0; missed <= pause; missed += 1) {
          const found = watch.check([at('living', beat + 1), at('dead', 0)])
          expect(found.map(({ id }) => id)).not.toContain('living')
        }
      }
    }),
  )
})
