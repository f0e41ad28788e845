import { buildSegment, mergeSegments, type SearchText } from '@repertoire/core/choose'
import { wordVectors } from '@repertoire/word-vectors'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createThreadedSegmentBuilder,
  type ThreadedSegmentBuilder,
} from './threaded-segment-builder.ts'

const builders: ThreadedSegmentBuilder[] = []
function onThread(): ThreadedSegmentBuilder {
  const builder = createThreadedSegmentBuilder({ maxInlineText: 0, maxInlineMerge: 0 })
  builders.push(builder)
  return builder
}
afterEach(async () => {
  await Promise.all(builders.splice(0).map((builder) => builder.close()))
})

function text(slug: string): SearchText {
  return {
    slug,
    name: slug,
    description: `About ${slug}`,
    tags: '',
    whenToUse: '',
    body: 'words of it',
  }
}

const words = wordVectors

describe('building on a worker thread', () => {
  test('gives the same result as building in this thread', async () => {
    const groups = [[text('pdf'), text('git')], [text('数据分析')], []]
    const built = await onThread().build(groups)
    expect(built).toEqual(groups.map((texts) => buildSegment(texts, words)))
  })

  test('merges segments that stay usable meanwhile, with the same result as in this thread', async () => {
    const builder = onThread()
    const segments = await builder.build([[text('pdf'), text('git')], [text('sheets')]])
    const parts = [
      { segment: segments[0]!, removed: [0] },
      { segment: segments[1]!, removed: [] },
    ]
    expect(await builder.merge(parts)).toEqual(mergeSegments(parts))
    expect(segments[0]).toEqual(buildSegment([text('pdf'), text('git')], words))
  })

  test('answers concurrent requests, each with its own result', async () => {
    const builder = onThread()
    const slugs = ['a1', 'b2', 'c3', 'd4']
    const built = await Promise.all(slugs.map((slug) => builder.build([[text(slug)]])))
    expect(built).toEqual(slugs.map((slug) => [buildSegment([text(slug)], words)]))
  })

  test('shares memory instead of copying it', async () => {
    const [segment] = await onThread().build([[text('pdf')]])
    expect(segment?.postings.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  test('closing fails unanswered requests, and the next call starts a new worker', async () => {
    const builder = onThread()
    const unanswered = builder.build([[text('pdf')]])
    const failure = expect(unanswered).rejects.toMatchObject({
      problem: { code: 'search.build-failed', kind: 'unavailable' },
    })
    await builder.close()
    await failure
    expect(await builder.build([[text('pdf')]])).toHaveLength(1)
  })

  test('an invalid request fails alone', async () => {
    const builder = onThread()
    const broken = [{ ...text('pdf'), name: null as unknown as string }]
    const failed = builder.build([broken])
    const good = builder.build([[text('git')]])
    await expect(failed).rejects.toMatchObject({ problem: { code: 'search.build-failed' } })
    expect(await good).toHaveLength(1)
  })
})
