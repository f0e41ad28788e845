import { expect, it } from 'vitest'
import { eachSkill } from './each-skill.ts'

const named = (name: string) => ({ id: `skl_${name}`, name })
const many = [...'abcdefghij'].map(named)

it('B8: has a few on their way at once and begins in order', async () => {
  const begun: string[] = []
  let open = 0
  let most = 0
  const counted: number[] = []
  const act = async ({ name }: { readonly name: string }) => {
    begun.push(name)
    open += 1
    most = Math.max(most, open)
    await Promise.resolve()
    open -= 1
  }
  const { done, failures } = await eachSkill(many, act, (count) => counted.push(count))
  expect({ begun: begun.join(''), most, failures }).toEqual({
    ...{ begun: 'abcdefghij', most: 4, failures: [] },
  })
  expect(done).toEqual(many)
  expect(counted).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

it('B8: one that fails does not stop the rest, and is told in the order of the list', async () => {
  const slow = new Set(['a', 'c'])
  const { done, failures } = await eachSkill(many.slice(0, 4), async ({ name }) => {
    if (slow.has(name)) await new Promise((resolve) => setImmediate(resolve))
    if (name !== 'b') throw new Error(`Not ${name}.`)
  })
  expect(done.map(({ name }) => name)).toEqual(['b'])
  expect(failures.map(({ name }) => name)).toEqual(['a', 'c', 'd'])
})
