import type { CheckRequest } from '../check-messages.ts'

/** Does what its schema's title says, as the process that checks inputs. */
process.on('message', ({ id, schema }: CheckRequest) => {
  if (schema.title === 'die') process.exit(1)
  if (schema.title === 'hoard') hoard()
  if (schema.title !== 'say nothing') process.send?.({ id, verdict: { verdict: 'fits' } })
})
process.once('disconnect', () => process.exit())

/** Half a gigabyte: more than it may have, and not so much that it does harm where nobody stops it. */
function hoard(): void {
  const kept: number[][] = []
  for (let mebibytes = 0; mebibytes < 512; mebibytes += 8) kept.push(new Array(1_048_576).fill(0.5))
}
