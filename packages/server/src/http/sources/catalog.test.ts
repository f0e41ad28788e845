import { ProblemError } from '@repertoire/core/base'
import type { CatalogBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  cleanSkill,
  createSourceServer,
  repository,
  type SourceServer,
} from '../../testing/source-fixtures.ts'

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

async function browse(query = '', key = server.ownerKey): Promise<CatalogBody> {
  return (await server.call<CatalogBody>(`/api/v1/skills/catalog${query}`, { key })).body
}

describe('D10: browsing what the sources offer', () => {
  it('D10: each skill says whether it is here, and whether an update waits', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a'), b: cleanSkill('b') })
    await server.approve('a')
    const marks = async () =>
      (await browse()).items.map((item) => [item.path, item.installed, item.update_available])
    expect(await marks()).toEqual([
      ['a', true, false],
      ['b', false, false],
    ])
    server.offer('one', 'two', { a: cleanSkill('a', 'Newer.'), b: cleanSkill('b') })
    await server.sync(id)
    expect(await marks()).toEqual([
      ['a', true, true],
      ['b', false, false],
    ])
    await server.approve('a')
    expect((await marks())[0]).toEqual(['a', true, false])
    server.offer('one', 'three', { b: cleanSkill('b') })
    await server.sync(id)
    expect((await marks()).map(([path]) => path)).toEqual(['b'])
  })

  it('D10: one unreachable source is named, and the others are listed; so is what it had', async () => {
    const gone = await server.synced('gone', { a: cleanSkill('a') })
    await server.synced('there', { b: cleanSkill('b') })
    const message = 'There is no such repository, or it is private.'
    server.reader.offer(
      repository('gone'),
      new ProblemError({ code: 'source.unreachable', kind: 'unavailable', message }),
    )
    await server.sync(gone.id)
    const { items, errors } = await browse()
    expect(items.map(({ path }) => path)).toEqual(['a', 'b'])
    expect(errors).toMatchObject([
      { source_id: gone.id, source_name: 'gone', problem: { code: 'source.unreachable', message } },
    ])
  })

  it('D10: of one source, by words, without those that are switched off', async () => {
    const one = await server.synced('one', { a: cleanSkill('a') })
    const two = await server.synced('two', { b: cleanSkill('b') })
    const paths = async (query: string) => (await browse(query)).items.map(({ path }) => path)
    expect(await paths(`?source_id=${two.id}`)).toEqual(['b'])
    expect(await paths('?q=use+for+A')).toEqual(['a'])
    const off = { method: 'PUT', body: { enabled: false } }
    await server.call(`/api/v1/skills/sources/${one.id}`, off)
    expect(await paths('')).toEqual(['b'])
  })

  it('answers in pages over all sources, each skill once, also by words', async () => {
    const names = Array.from({ length: 130 }, (_, at) => `s${String(at).padStart(3, '0')}`)
    const skills = Object.fromEntries(names.map((name) => [name, cleanSkill(name)]))
    await server.synced('one', skills)
    await server.synced('two', { z: cleanSkill('z') })
    const all = async (query: string) => {
      const pages: string[][] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: CatalogBody = await browse(`?${query}${at}`)
        pages.push(page.items.map(({ path }) => path))
        cursor = page.next_cursor
      }
      return pages
    }
    expect((await browse()).items).toHaveLength(50)
    const pages = await all('limit=60')
    expect(pages.map(({ length }) => length)).toEqual([60, 60, 11])
    expect(pages.flat()).toEqual([...names, 'z'])
    expect((await all('limit=1&q=s12')).flat()).toEqual(names.slice(120))
    expect(await all('limit=131')).toHaveLength(1)
  })

  it('D10: members browse it too; another organisation has a catalogue of its own', async () => {
    await server.synced('one', { a: cleanSkill('a') })
    const member = await server.addMember('member')
    expect((await browse('', member.key)).items).toHaveLength(1)
    const other = await server.addTenant()
    expect(await browse('', other.key)).toEqual({ items: [], next_cursor: null, errors: [] })
  })
})
