import type { AuthoredToolId } from '@repertoire/core/base'
import { type AuthoredGrant, authoredLimits } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { allPages, rejection } from './expectations.ts'
import { ann, bob, forEveryStore, newAuthoredTool, newAuthoredVersion } from './store-fixture.ts'

const gone = 'aut_none' as AuthoredToolId
const once = (changeKey: string | null = null) => ({ changeKey, now: 10, purgeBefore: 0 })

forEveryStore('authored tools', (fixture) => {
  test('B5: a tool reads back complete, and its name is unique per person and kind', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: 'key_1' })
    expect(await authored.get(tool.id)).toEqual(tool)
    expect(await authored.findByName(ann, 'tool', 'add')).toEqual(tool)
    expect(await authored.findByName(ann, 'library', 'add')).toBeNull()
    expect(await authored.findByName(bob, 'tool', 'add')).toBeNull()
    const again = authored.create({ tool: newAuthoredTool(fixture), changeKey: null })
    expect(await rejection(again)).toBe('authored.name-taken')
    const library = newAuthoredTool(fixture, {
      kind: 'library',
      head: newAuthoredVersion({ parameters: null, trusted: false, conversationId: null }),
    })
    await authored.create({ tool: library, changeKey: null })
    expect(await authored.get(library.id)).toEqual(library)
    await authored.create({ tool: newAuthoredTool(fixture, { owner: bob }), changeKey: null })
    expect(await authored.get(gone)).toBeNull()
  })

  test('B5: another organisation sees none of it, and a missing organisation rejects writes', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: 'key_1' })
    const other = (await fixture.tenant()).authored
    expect(await other.get(tool.id)).toBeNull()
    expect(await other.findByName(ann, 'tool', 'add')).toBeNull()
    expect(await other.findChange('key_1')).toBeNull()
    expect(await other.versions(tool.id)).toEqual([])
    expect((await other.list({}, { limit: 10 })).items).toEqual([])
    expect(await rejection(other.remove(tool.id, once()))).toBe('authored.not-found')
    expect(await rejection(other.grant(newAuthoredGrant(tool.id)))).toBe('authored.not-found')
    const nowhere = fixture.store.tenant('ten_none' as never).authored
    const creation = { tool: newAuthoredTool(fixture), changeKey: null }
    expect(await rejection(nowhere.create(creation))).toBe('tenant.not-found')
  })

  test('B5: versions form a chain; none is lost, none changes', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: null })
    const second = newAuthoredVersion({
      number: 2,
      digest: 'sha256:two',
      code: 'return 2',
      requires: [],
      author: 'user',
      createdAt: 5,
    })
    const after = await authored.revise(tool.id, { version: second, changeKey: 'key_2' })
    expect(after).toEqual({ ...tool, head: second, updatedAt: 5 })
    expect(await authored.get(tool.id)).toEqual(after)
    const { code: _one, ...firstHead } = tool.head
    const { code: _two, ...secondHead } = second
    expect(await authored.versions(tool.id)).toEqual([secondHead, firstHead])
    expect(await authored.version(tool.id, 1)).toEqual(tool.head)
    expect(await authored.version(tool.id, 2)).toEqual(second)
    expect(await authored.version(tool.id, 3)).toBeNull()
  })

  test('B5: of many concurrent changes of one version exactly one succeeds', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: null })
    const codes = ['a', 'b', 'c', 'd']
    const outcomes = await Promise.allSettled(
      codes.map((code) =>
        authored.revise(tool.id, {
          version: newAuthoredVersion({ number: 2, code }),
          changeKey: code,
        }),
      ),
    )
    const winners = codes.filter((_code, index) => outcomes[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    expect((await authored.get(tool.id))?.head.code).toBe(winners[0])
    const late = authored.revise(tool.id, { version: newAuthoredVersion(), changeKey: null })
    expect(await rejection(late)).toBe('authored.stale')
    const none = authored.revise(gone, { version: newAuthoredVersion(), changeKey: null })
    expect(await rejection(none)).toBe('authored.not-found')
  })

  test('B5: the result of a call is found by its idempotency key', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: 'create' })
    const version = newAuthoredVersion({ number: 2 })
    await authored.revise(tool.id, { version, changeKey: 'update' })
    await authored.remove(tool.id, once('delete'))
    expect(await authored.findChange('create')).toEqual({ id: tool.id, number: 1 })
    expect(await authored.findChange('update')).toEqual({ id: tool.id, number: 2 })
    expect(await authored.findChange('delete')).toEqual({ id: tool.id, number: 2 })
    expect(await authored.findChange('other')).toBeNull()
  })

  test('B5: a deleted tool is hidden, frees its name, and can be restored', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: null })
    await authored.remove(tool.id, once('gone'))
    await authored.remove(tool.id, { ...once(), now: 99 })
    expect(await authored.findByName(ann, 'tool', 'add')).toBeNull()
    expect((await authored.list({ owner: ann }, { limit: 10 })).items).toEqual([])
    const bin = async (since: number) =>
      (await authored.list({ deletedSince: since }, { limit: 10 })).items.map(({ id }) => id)
    expect(await bin(10)).toEqual([tool.id])
    expect(await bin(11)).toEqual([])
    const revision = { version: newAuthoredVersion({ number: 2 }), changeKey: null }
    expect(await rejection(authored.revise(tool.id, revision))).toBe('authored.not-found')
    expect(await rejection(authored.setEnabled(tool.id, false, 1))).toBe('authored.not-found')

    const namesake = newAuthoredTool(fixture)
    await authored.create({ tool: namesake, changeKey: null })
    expect(await rejection(authored.restore(tool.id, 20))).toBe('authored.name-taken')
    await authored.remove(namesake.id, once())
    expect(await authored.restore(tool.id, 20)).toEqual({ ...tool, updatedAt: 20 })
    expect(await authored.restore(tool.id, 30)).toEqual({ ...tool, updatedAt: 20 })
    expect(await authored.findChange('gone')).toBeNull()
    expect(await rejection(authored.restore(gone, 1))).toBe('authored.not-found')
  })

  test('B5: a tool deleted long enough ago is purged with its versions and grants', async () => {
    const { authored } = await fixture.tenant()
    const [old, young] = [newAuthoredTool(fixture), newAuthoredTool(fixture, { name: 'young' })]
    for (const tool of [old, young]) {
      await authored.create({ tool, changeKey: null })
      await authored.grant(newAuthoredGrant(tool.id))
    }
    await authored.remove(old.id, { now: 10, changeKey: null, purgeBefore: 0 })
    await authored.remove(young.id, { now: 500, changeKey: null, purgeBefore: 11 })
    expect(await authored.get(old.id)).toBeNull()
    expect(await authored.versions(old.id)).toEqual([])
    expect((await authored.grants(ann)).map(({ toolId }) => toolId)).toEqual([young.id])
    expect(await authored.get(young.id)).toMatchObject({ deletedAt: 500 })
  })

  test('B5: the number of tools per person and kind is limited, also when restoring', async () => {
    const { authored } = await fixture.tenant()
    const make = async (name: string, change = {}) => {
      const tool = newAuthoredTool(fixture, { name, ...change })
      await authored.create({ tool, changeKey: null })
      return tool
    }
    const first = await make('first')
    await authored.remove(first.id, once())
    for (let n = 0; n < authoredLimits.perPerson; n += 1) await make(`tool_${n}`)
    expect(await rejection(make('one_more'))).toBe('authored.too-many')
    expect(await rejection(authored.restore(first.id, 1))).toBe('authored.too-many')
    await make('one_more', { kind: 'library' })
    await make('one_more', { owner: bob })
  })

  test('B5: a tool disabled and enabled again is unchanged', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: null })
    const off = await authored.setEnabled(tool.id, false, 7)
    expect(off).toEqual({ ...tool, enabled: false, updatedAt: 7 })
    expect(await authored.setEnabled(tool.id, true, 8)).toEqual({ ...tool, updatedAt: 8 })
    expect(await rejection(authored.setEnabled(gone, true, 1))).toBe('authored.not-found')
  })

  test('B5: lists are ordered by name, then id, filter by owner and kind, and omit code', async () => {
    const { authored } = await fixture.tenant()
    const made = [
      newAuthoredTool(fixture, { name: 'beta' }),
      newAuthoredTool(fixture, { name: 'alpha' }),
      newAuthoredTool(fixture, { name: 'beta', owner: bob }),
      newAuthoredTool(fixture, { name: 'gamma', kind: 'library' }),
    ]
    for (const tool of made) await authored.create({ tool, changeKey: null })
    for (const limit of [1, 2, 200]) {
      const everybodys = await allPages((page) => authored.list({}, page), limit)
      expect(everybodys.map(({ name }) => name)).toEqual(['alpha', 'beta', 'beta', 'gamma'])
    }
    const { items } = await authored.list({ owner: ann, kind: 'tool' }, { limit: 10 })
    expect(items.map(({ name }) => name)).toEqual(['alpha', 'beta'])
    expect(items[0]?.head).not.toHaveProperty('code')
    expect(items[0]?.head.requires).toEqual(['sums'])
    expect(await rejection(authored.list({}, { limit: 5, cursor: 'x' }))).toBe('request.bad-cursor')
  })

  test('B5: an approval is stored once, for the tool’s owner', async () => {
    const { authored } = await fixture.tenant()
    const tool = newAuthoredTool(fixture)
    await authored.create({ tool, changeKey: null })
    const first = newAuthoredGrant(tool.id)
    await authored.grant(first)
    await authored.grant({ ...first, grantedAt: 99, grantedBy: bob })
    const second = newAuthoredGrant(tool.id, { digest: 'sha256:other', version: 2, grantedAt: 4 })
    await authored.grant(second)
    expect(await authored.grants(ann)).toEqual([first, second])
    expect(await authored.grants(bob)).toEqual([])
    expect(await rejection(authored.grant(newAuthoredGrant(gone)))).toBe('authored.not-found')
  })
})

function newAuthoredGrant(
  toolId: AuthoredToolId,
  change: Partial<AuthoredGrant> = {},
): AuthoredGrant {
  const libraries = [{ id: 'aut_sums' as AuthoredToolId, name: 'sums', version: 2 }]
  const grant = { digest: 'sha256:all', version: 1, libraries, grantedBy: ann, grantedAt: 3 }
  return { toolId, ...grant, ...change }
}
