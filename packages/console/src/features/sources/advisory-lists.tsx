import type { AdvisoryBody, AdvisoryListBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { advisoriesQuery } from '../../shared/queries/source-queries.ts'

/** The advisory lists with their last check, and what of them is here; nothing where there is no list. */
export function AdvisoryLists() {
  const { data } = useQuery(advisoriesQuery)
  if (!data || data.lists.length === 0) return null
  return (
    <section aria-labelledby="advisory-lists" className="flex flex-col gap-2">
      <h2 id="advisory-lists" className="font-medium">
        Advisory lists
      </h2>
      {data.lists.map((list) => (
        <AdvisoryList key={list.owner} list={list} />
      ))}
      {data.items.map((item) => (
        <AdvisoryNotice key={`${item.list} ${item.id}`} item={item} />
      ))}
    </section>
  )
}

function AdvisoryList({ list }: { readonly list: AdvisoryListBody }) {
  const { owner, url, serial, advisories, checked_at: checkedAt, problem } = list
  const whose = owner === 'operator' ? 'Of this server' : 'Of your organisation'
  return (
    <>
      <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
        {whose}: <MarkedText text={url} />
        {serial === null ? ', nothing taken yet' : `, serial ${serial}, ${advisories} advisories`}
        {checkedAt !== null && (
          <>
            , checked <Timestamp at={checkedAt} />
          </>
        )}
      </p>
      {problem && (
        <Notice tone="warn" title="The last check of this list took nothing">
          <MarkedText text={problem.message} />
        </Notice>
      )}
    </>
  )
}

function AdvisoryNotice({ item }: { readonly item: AdvisoryBody }) {
  const { id, severity, reason, contents } = item
  const skills = contents.flatMap((content) => content.skills)
  const isOut = contents.some(({ revoked }) => revoked)
  return (
    <Notice
      tone={isOut ? 'bad' : 'warn'}
      title={isOut ? 'An advisory took content out of use' : 'An advisory names content here'}
    >
      <MarkedText text={`${id} (${severity}): ${reason}`} />{' '}
      {skills.map(({ skill_id: skill, slug }) => (
        <Link key={skill} to="/skills/$id" params={{ id: skill }} className="underline">
          <MarkedText text={slug} />{' '}
        </Link>
      ))}
    </Notice>
  )
}
