import { execFileSync } from 'node:child_process'
import { isProblemError } from '@repertoire/core/base'
import type { OpenedSource } from '@repertoire/core/ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReaderBackend, readerBackends } from './reader-backends.ts'

const skill = (name: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`
const hasTools = ['git', 'openssl'].every((tool) => {
  try {
    execFileSync(tool, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

describe.each(Object.entries(readerBackends))('A9: every reader of sources: %s', (name, start) => {
  describe.skipIf(name !== 'in-memory' && !hasTools)('by its contract', () => {
    let backend: ReaderBackend
    beforeAll(async () => {
      backend = await start()
    })
    afterAll(() => backend.close())

    const open = (known: string | null = null, signal = new AbortController().signal) =>
      backend.reader.open({ config: backend.config, token: null, knownVersion: known, signal })
    const changed = async (known: string | null = null, signal?: AbortSignal) => {
      const source: OpenedSource = await open(known, signal)
      if (source.status !== 'changed') throw new Error('unchanged')
      return source
    }
    const tokensOf = async () => {
      const source = await changed()
      await source.close()
      return new Map(source.entries.map(({ id, token }) => [id, token]))
    }

    it('lists each skill once and gives its bytes in the order in which it is asked', async () => {
      backend.publish({
        ...{ a: { 'SKILL.md': skill('a'), 'data.json': '{}' }, b: { 'SKILL.md': skill('b') } },
      })
      const source = await changed()
      expect(source.entries.map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
      const items = await Array.fromAsync(source.read(['b', 'a']))
      expect(items.map(({ id }) => id)).toEqual(['b', 'a'])
      const texts = items[1]?.files?.map(({ path, bytes }) => [
        path,
        new TextDecoder().decode(bytes),
      ])
      expect(texts?.toSorted()).toEqual([
        ['SKILL.md', skill('a')],
        ['data.json', '{}'],
      ])
      await source.close()
    })

    it('an entry that is not listed has a problem, and the others are read', async () => {
      backend.publish({ a: { 'SKILL.md': skill('a') } })
      const source = await changed()
      const items = await Array.fromAsync(source.read(['gone', 'a']))
      expect(items.map(({ problem }) => problem?.kind)).toEqual(['not-found', undefined])
      await source.close()
    })

    it('A10: says that it is unchanged, and tokens change exactly with their content', async () => {
      const b = { 'SKILL.md': skill('b') }
      backend.publish({ a: { 'SKILL.md': skill('a') }, b })
      const source = await changed()
      await source.close()
      expect(await open(source.version)).toEqual({ status: 'unchanged' })
      const before = await tokensOf()
      backend.publish({ a: { 'SKILL.md': skill('a', 'Otherwise.') }, b })
      const after = await tokensOf()
      expect(after.get('a')).not.toBe(before.get('a'))
      expect(after.get('b')).toBe(before.get('b'))
    })

    it('a source that is not there is a problem that says so', async () => {
      const { signal } = new AbortController()
      const request = { config: backend.absent, token: null, knownVersion: null, signal }
      const error: unknown = await backend.reader.open(request).catch((thrown: unknown) => thrown)
      expect(isProblemError(error) && error.problem.code).toBe('source.not-found-or-private')
    })

    it('rethrows an abort, before it opens and while it reads', async () => {
      backend.publish({ a: { 'SKILL.md': skill('a') }, b: { 'SKILL.md': skill('b') } })
      const reason = new Error('stopped')
      await expect(open(null, AbortSignal.abort(reason))).rejects.toBe(reason)
      const abort = new AbortController()
      const source = await changed(null, abort.signal)
      const reading = source.read(['a', 'b'])[Symbol.asyncIterator]()
      await reading.next()
      abort.abort(reason)
      await expect(reading.next()).rejects.toBe(reason)
      await source.close()
    })

    it('is closed as often as one likes', async () => {
      backend.publish({ a: { 'SKILL.md': skill('a') } })
      const source = await changed()
      await source.close()
      await source.close()
    })
  })
})
