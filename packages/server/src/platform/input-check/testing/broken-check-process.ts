import type { CheckRequest } from '../check-messages.ts'

/** A check process that does what the schema's title says. */
process.on('message', ({ id, schema }: CheckRequest) => {
  if (schema.title === 'die') process.exit(1)
  if (schema.title === 'hoard') hoard()
  if (schema.title !== 'say nothing') process.send?.({ id, verdict: { verdict: 'fits' } })
})
process.once('disconnect', () => process.exit())

/** Half a gigabyte: more than its limit, but harmless where nothing stops it. */
function hoard(): void {
  const kept: number[][] = []
  for (let mebibytes = 0; mebibytes < 512; mebibytes += 8) kept.push(new Array(1_048_576).fill(0.5))
}
