import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SkillId } from '@repertoire/core/base'
import { expect, test } from 'vitest'
import { backendKinds, databaseKinds, sha256 } from './backends.ts'
import { checkedContent, own } from './checked-content.ts'
import { rejection } from './expectations.ts'
import { s3Kind } from './s3-backend.ts'
import { ann, bob, forEveryStore } from './store-fixture.ts'

/** Only skill files are stored as blobs here, so this suite also runs on S3. */
const withS3 = [...backendKinds, s3Kind]

forEveryStore(
  'saving skills',
  (fixture) => {
    test('a saved skill reads back with all fields, its text and its files', async () => {
      const { skills } = await fixture.tenant()
      const files = { 'scripts/run.sh': 'echo hello', 'empty.txt': '' }
      const given = checkedContent('deploy', { tags: ['ops', 'ci'], files })
      const [outcome] = await skills.save([given], 'create')
      if (outcome?.status !== 'created') throw new Error(outcome?.status)
      const { skill } = outcome
      expect(skill).toEqual({
        id: skill.id,
        scope: { kind: 'org' },
        slug: 'deploy',
        enabled: true,
        origin: given.origin,
        head: {
          ...given.facts,
          number: 1,
          createdAt: fixture.clock.now(),
          createdBy: ann,
          reason: 'first try',
        },
        archivedAt: null,
        useCount: 0,
        lastUsedAt: null,
        version: 1,
        createdBy: ann,
        createdAt: fixture.clock.now(),
        updatedAt: fixture.clock.now(),
      })
      expect(await skills.get(bob, skill.id)).toEqual(skill)
      expect(await skills.findBySlug(bob, 'deploy')).toEqual(skill)
      const { digest } = skill.head
      expect(await skills.content(bob, skill.id, digest)).toEqual(given.content)
      const text = async (path: string): Promise<string | null> => {
        const bytes = await skills.file(bob, skill.id, digest, path)
        return bytes && new TextDecoder().decode(bytes)
      }
      expect(await text('SKILL.md')).toBe(given.content.source)
      expect(await text('scripts/run.sh')).toBe('echo hello')
      expect(await text('empty.txt')).toBe('')
      expect(await text('absent')).toBeNull()
      expect(await text('../deploy')).toBeNull()
    })

    test('A14: a slug is unique in each scope, and a conflict shows its owner', async () => {
      const { skills } = await fixture.tenant()
      const [org, anns, bobs] = await skills.save(
        [
          checkedContent('a', { body: 'org' }),
          checkedContent('a', { body: 'ann', scope: own(ann) }),
          checkedContent('a', { body: 'bob', scope: own(bob) }),
        ],
        'create',
      )
      expect([org, anns, bobs].map((outcome) => outcome?.status)).toEqual(Array(3).fill('created'))
      const [again] = await skills.save(
        [checkedContent('a', { body: 'new', scope: own(ann) })],
        'create',
      )
      expect(again).toEqual({
        status: 'conflict',
        existing: anns?.status === 'created' ? anns.skill : null,
      })
    })

    test('one conflict in a batch leaves the others saved', async () => {
      const { skills } = await fixture.tenant()
      await skills.save([checkedContent('b')], 'create')
      const outcomes = await skills.save(
        ['a', 'b', 'c'].map((slug) => checkedContent(slug)),
        'create',
      )
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['created', 'conflict', 'created'])
      expect(await skills.findBySlug(ann, 'c')).not.toBeNull()
    })

    test('a duplicate slug in one batch conflicts with the first one’s result', async () => {
      const { skills } = await fixture.tenant()
      const twice = [checkedContent('a', { body: '1' }), checkedContent('a', { body: '2' })]
      expect((await skills.save(twice, 'create')).map((outcome) => outcome.status)).toEqual([
        'created',
        'conflict',
      ])
      const thrice = ['2', '2', '3'].map((body) =>
        checkedContent('a', { body, tags: [`t${body}`] }),
      )
      expect((await skills.save(thrice, 'upsert')).map((outcome) => outcome.status)).toEqual([
        'updated',
        'unchanged',
        'updated',
      ])
      const skill = await skills.findBySlug(ann, 'a')
      expect(skill).toMatchObject({ version: 3, head: { number: 3, tags: ['t3'] } })
      const numbers = (await skills.revisions(ann, skill?.id as SkillId)).map((row) => row.number)
      expect(numbers).toEqual([3, 2, 1])
      expect(await skills.tags(ann)).toEqual([{ tag: 't3', count: 1 }])
    })

    test('A12: the same digest again writes nothing', async () => {
      const { skills } = await fixture.tenant()
      await skills.save([checkedContent('a')], 'upsert')
      const before = await skills.findBySlug(ann, 'a')
      const seq = await skills.lastChangeSeq()
      fixture.clock.advance(1_000)
      expect(await skills.save([checkedContent('a')], 'upsert')).toEqual([
        { status: 'unchanged', skill: before },
      ])
      expect(await skills.findBySlug(ann, 'a')).toEqual(before)
      expect(await skills.lastChangeSeq()).toBe(seq)
    })

    test('a re-import keeps enabled and identity, and takes the new origin', async () => {
      const { skills } = await fixture.tenant()
      const [first] = await skills.save([checkedContent('a', { enabled: false })], 'upsert')
      const [second] = await skills.save(
        [checkedContent('a', { body: 'new', sourceId: 's1' })],
        'upsert',
      )
      if (first?.status !== 'created' || second?.status !== 'updated') throw new Error('no outcome')
      expect(second.skill).toMatchObject({
        id: first.skill.id,
        enabled: false,
        origin: { sourceId: 's1' },
        version: 2,
      })
    })

    test('text that databases reject or lose comes back exactly', async () => {
      const { skills } = await fixture.tenant()
      const body = 'nul \0, half \uD800 pair, mark \uFFFE0041, pile 💩, \u202Eturned'
      const given = checkedContent('odd', { body, tags: ['a\0b', '💩'] })
      await skills.save([given], 'create')
      const skill = await skills.findBySlug(ann, 'odd')
      if (!skill) throw new Error('not found')
      expect(skill.head.tags).toEqual(given.facts.tags)
      expect(await skills.content(ann, skill.id, skill.head.digest)).toEqual(given.content)
      expect((await skills.list(ann, { tags: ['a\0b'] }, { limit: 5 })).items).toHaveLength(1)
    })

    test('a body that is not part of the file is stored separately', async () => {
      const { skills } = await fixture.tenant()
      const given = checkedContent('crlf')
      const content = { source: given.content.source.replaceAll('\n', '\r\n'), body: 'a\nb\n' }
      await skills.save([{ ...given, content }], 'create')
      const skill = await skills.findBySlug(ann, 'crlf')
      if (!skill) throw new Error('not found')
      expect(await skills.content(ann, skill.id, skill.head.digest)).toEqual(content)
    })

    test('no arrivals give no outcomes', async () => {
      const { skills } = await fixture.tenant()
      expect(await skills.save([], 'upsert')).toEqual([])
      expect(await skills.lastChangeSeq()).toBe(0)
    })

    test('a batch of hundreds keeps its order', async () => {
      const { skills } = await fixture.tenant()
      const slugs = Array.from({ length: 400 }, (_, index) => `skill-${index}`)
      const outcomes = await skills.save(
        slugs.map((slug) => checkedContent(slug, { tags: ['many'] })),
        'create',
      )
      const saved = outcomes.map((one) => (one.status === 'created' ? one.skill.slug : one.status))
      expect(saved).toEqual(slugs)
      expect(await skills.tags(ann)).toEqual([{ tag: 'many', count: 400 }])
    })
  },
  withS3,
)

forEveryStore(
  'changing skills',
  (fixture) => {
    const saved = async (slug: string, parts = {}) => {
      const tenant = await fixture.tenant()
      const [outcome] = await tenant.skills.save([checkedContent(slug, parts)], 'create')
      if (outcome?.status !== 'created') throw new Error('not created')
      return { skills: tenant.skills, skill: outcome.skill }
    }

    test('slug, enabled and content change together; the version and the feed advance by one', async () => {
      const { skills, skill } = await saved('a', { tags: ['old'] })
      fixture.clock.advance(5)
      const next = checkedContent('ignored', { body: 'new body', tags: ['new'] })
      const change = { slug: 'b', enabled: false, arrival: next }
      const changed = await skills.update(ann, skill.id, change, skill.version)
      expect(changed).toMatchObject({
        id: skill.id,
        slug: 'b',
        enabled: false,
        version: 2,
        createdAt: skill.createdAt,
        updatedAt: fixture.clock.now(),
        head: { number: 2, digest: next.facts.digest },
      })
      expect(await skills.get(ann, skill.id)).toEqual(changed)
      expect(await skills.findBySlug(ann, 'a')).toBeNull()
      expect(await skills.tags(ann)).toEqual([{ tag: 'new', count: 1 }])
      expect(await skills.lastChangeSeq()).toBe(2)
    })

    test('a no-op change keeps the version and the feed', async () => {
      const { skills, skill } = await saved('a')
      const same = { slug: 'a', enabled: true, arrival: checkedContent('a') }
      expect(await skills.update(ann, skill.id, same)).toEqual(skill)
      expect(await skills.update(ann, skill.id, {})).toEqual(skill)
      expect(await skills.lastChangeSeq()).toBe(1)
    })

    test('an old version is stale, for update and for remove', async () => {
      const { skills, skill } = await saved('a')
      await skills.update(ann, skill.id, { enabled: false }, 1)
      expect(await rejection(skills.update(ann, skill.id, { enabled: true }, 1))).toBe(
        'skill.stale',
      )
      expect(await rejection(skills.remove(ann, skill.id, 1))).toBe('skill.stale')
      await skills.remove(ann, skill.id, 2)
      expect(await skills.get(ann, skill.id)).toBeNull()
    })

    test('A14: renaming to a taken slug of the same scope is rejected, of another scope not', async () => {
      const { skills, skill } = await saved('a')
      await skills.save([checkedContent('b'), checkedContent('c', { scope: own(ann) })], 'create')
      expect(await rejection(skills.update(ann, skill.id, { slug: 'b' }))).toBe('skill.slug-taken')
      expect(await skills.update(ann, skill.id, { slug: 'c' })).toMatchObject({ slug: 'c' })
    })

    test('every revision stays readable by its digest until the skill is removed', async () => {
      const { skills, skill } = await saved('a', { body: 'one', files: { 'x.txt': '1' } })
      const next = checkedContent('a', { body: 'two', files: { 'x.txt': '2' } })
      await skills.update(ann, skill.id, { arrival: next })
      const [second, first] = await skills.revisions(ann, skill.id)
      if (!first || !second) throw new Error('revisions missing')
      expect([second.number, first.number]).toEqual([2, 1])
      expect(first).toEqual(skill.head)
      const bytes = await skills.file(ann, skill.id, first.digest, 'x.txt')
      expect(bytes && new TextDecoder().decode(bytes)).toBe('1')
      expect((await skills.content(ann, skill.id, second.digest))?.body).toBe('two')
      await skills.remove(ann, skill.id)
      expect(await skills.revisions(ann, skill.id)).toEqual([])
      expect(await skills.content(ann, skill.id, first.digest)).toBeNull()
      expect(await skills.file(ann, skill.id, first.digest, 'x.txt')).toBeNull()
      expect(await skills.tags(ann)).toEqual([])
    })

    test('earlier content may become a new revision', async () => {
      const { skills, skill } = await saved('a', { body: 'one' })
      await skills.update(ann, skill.id, { arrival: checkedContent('a', { body: 'two' }) })
      const back = await skills.update(ann, skill.id, {
        arrival: checkedContent('a', { body: 'one' }),
      })
      expect(back.head).toMatchObject({ number: 3, digest: skill.head.digest })
      expect((await skills.content(ann, skill.id, skill.head.digest))?.body).toBe('one')
    })

    test('a missing skill is not found', async () => {
      const { skills } = await fixture.tenant()
      const absent = 'skl_absent' as SkillId
      expect(await rejection(skills.update(ann, absent, { enabled: true }))).toBe('skill.not-found')
      expect(await rejection(skills.remove(ann, absent))).toBe('skill.not-found')
      expect(await skills.get(ann, absent)).toBeNull()
      expect(await skills.getMany(ann, [absent])).toEqual([])
      expect(await skills.getMany(ann, [])).toEqual([])
    })
  },
  withS3,
)

forEveryStore(
  'incoming files',
  (fixture) => {
    test('a file that does not match its manifest stops the batch before a row is written', async () => {
      const { skills } = await fixture.tenant()
      const given = checkedContent('a', { files: { 'x.sh': 'rm -rf /' } })
      const forged = { ...given, files: [{ ...given.files[0], bytes: new Uint8Array(8) }] }
      for (const bad of [forged, { ...given, files: [] }]) {
        const work = skills.save([checkedContent('b'), bad as typeof given], 'create')
        expect(await rejection(work)).toBe('skill.manifest-mismatch')
      }
      expect(await skills.findBySlug(ann, 'b')).toBeNull()
    })

    test('a lost or changed blob is reported and never served', async () => {
      const { skills, tenantId } = await fixture.tenant()
      await skills.save([checkedContent('a', { files: { 'x.sh': 'echo good' } })], 'create')
      const skill = await skills.findBySlug(ann, 'a')
      if (!skill) throw new Error('not found')
      const hash = sha256('echo good')
      const path = join(fixture.backend.dataDir ?? '', 'blobs', tenantId, hash.slice(0, 2), hash)
      const read = () => skills.file(ann, skill.id, skill.head.digest, 'x.sh')
      await writeFile(path, 'echo evil')
      expect(await rejection(read())).toBe('store.blob-corrupt')
      await rm(path)
      expect(await rejection(read())).toBe('store.blob-missing')
    })
  },
  databaseKinds,
)
