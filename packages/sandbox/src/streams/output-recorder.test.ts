import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OutputRecorder } from './output-recorder.ts'

it('keeps and forwards bytes up to the limit, and reports when there are more', () => {
  const chunks = fc.array(
    fc.tuple(fc.constantFrom('stdout' as const, 'stderr' as const), fc.uint8Array()),
  )
  fc.assert(
    fc.property(chunks, fc.nat({ max: 40 }), (all, limit) => {
      let full = false
      const passed: number[] = []
      const recorder = new OutputRecorder(
        limit,
        (_, bytes) => passed.push(...bytes),
        () => {
          full = true
        },
      )
      for (const [stream, bytes] of all) recorder.take(stream, bytes)
      const bytes = all.flatMap(([, chunk]) => [...chunk])
      const total = recorder.all('stdout').length + recorder.all('stderr').length
      expect(passed).toEqual(bytes.slice(0, limit))
      expect(total).toBe(passed.length)
      expect(full).toBe(bytes.length > limit)
    }),
  )
})
