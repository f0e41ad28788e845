import assert from 'node:assert/strict'
import type {
  PendingRevisionApproved,
  PendingRevisionBody,
  PendingRevisionSummary,
  SourceBody,
} from '@repertoire/protocol'
import type { Api } from '../api.ts'
import { listPending } from './inbox.ts'
import { type Folders, skillText } from './skill-repository.ts'
import { ended, until } from './syncs.ts'

interface NamedRepository {
  readonly url: string
  readonly commit: (folders: Folders) => string
  readonly report: (promise: string) => void
}

const text = (body: string) => skillText('handbook', body, 'MIT')

/** Folders that change their names or share one, and an update that upstream took back, are no dead ends. */
export async function proveNames(
  api: Api,
  { url, commit, report }: NamedRepository,
): Promise<void> {
  commit({ 'a/handbook': text('The first.') })
  const source = await api.send<SourceBody>('POST', '/skills/sources', {
    ...{ name: 'names', source_type: 'git', config: { url } },
  })
  const sync = async (): Promise<ReadonlyMap<string, PendingRevisionSummary>> => {
    await api.send('POST', `/skills/sources/${source.id}/sync`, {})
    await until(api, source.id, ended)
    const own = (await listPending(api)).filter(({ source_id: id }) => id === source.id)
    return new Map(own.map((one) => [one.path, one]))
  }
  const approve = async (found: ReadonlyMap<string, PendingRevisionSummary>, path: string) => {
    const one = found.get(path)
    assert.ok(one, path)
    const body = { digest: one.digest, enable: true }
    return api.send<PendingRevisionApproved>('POST', `/reviews/${one.id}/approve`, body)
  }
  const first = await approve(await sync(), 'a/handbook')
  assert.equal(first.slug, 'handbook')

  commit({ 'b/renamed': text('The first.') })
  const renamed = await sync()
  const shown = await api.get<PendingRevisionBody>(`/reviews/${renamed.get('b/renamed')?.id}`)
  assert.equal(shown.name_taken?.kept_as, 'acme-handbook')
  const second = await approve(renamed, 'b/renamed')
  assert.deepEqual(
    [second.slug, second.kept_beside?.slug, second.kept_beside?.skill_id],
    ['acme-handbook', 'handbook', first.skill_id],
  )
  report(
    'a renamed folder says under which name it will be kept, and is kept so beside the old one',
  )

  commit({ 'b/renamed': text('Better.'), 'c/same': text('Of one.'), 'd/same': text('Of another.') })
  const together = await sync()
  const update = await approve(together, 'b/renamed')
  assert.deepEqual([update.slug, update.skill_id], ['acme-handbook', second.skill_id])
  const both = [await approve(together, 'c/same'), await approve(together, 'd/same')]
  assert.equal(new Set([first, second, ...both].map(({ slug }) => slug)).size, 4)
  report('two folders of one name are both kept, and the renamed one gets its updates')

  commit({ 'b/renamed': text('A slip.'), 'c/same': text('Of one.'), 'd/same': text('Of another.') })
  const slip = (await sync()).get('b/renamed')
  assert.ok(slip)
  commit({ 'b/renamed': text('Better.'), 'c/same': text('Of one.'), 'd/same': text('Of another.') })
  assert.deepEqual([...(await sync()).keys()], [])
  const closed = await api.get<PendingRevisionBody>(`/reviews/${slip.id}`)
  assert.equal(closed.state, 'superseded')
  assert.match(closed.note, /took it back/)
  report('an update that upstream took back ends by itself, and says why')
}
