import { expect, it } from 'vitest'
import type { SkillId } from '../base/ids.ts'
import { type CollectionSelection, selectPublished } from './collection.ts'
import type { PublishedSkill } from './published-skill.ts'

const skill = (name: string, tags: readonly string[]) =>
  ({ id: `skl_${name}` as SkillId, name, tags }) as PublishedSkill
const published = [skill('a', ['x']), skill('b', ['y', 'z']), skill('c', [])]

it.each<[CollectionSelection, readonly string[]]>([
  [{ kind: 'all' }, ['a', 'b', 'c']],
  [{ kind: 'tags', tags: ['z', 'x'] }, ['a', 'b']],
  [{ kind: 'tags', tags: [] }, []],
  [{ kind: 'query', query: 'q' }, ['b', 'c']],
  [{ kind: 'names', names: ['c', 'a', 'gone'] }, ['a', 'c']],
])('a collection selects %j of what is published, and nothing else', (selection, names) => {
  const found = new Set(['skl_c', 'skl_b', 'skl_hidden'] as SkillId[])
  expect(selectPublished(selection, published, found).map(({ name }) => name)).toEqual(names)
})
