import type { SkillListItem } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { sourcesQuery } from '../../shared/queries/source-queries.ts'
import { ProvenanceLabel } from './provenance-label.tsx'

/** The source a skill came from by its name; without one, who wrote it. */
export function SkillOrigin({
  skill,
}: {
  readonly skill: Pick<SkillListItem, 'provenance' | 'source' | 'source_id'>
}) {
  const { data } = useQuery(sourcesQuery)
  const source = data?.items.find(({ id }) => id === skill.source_id)
  if (source && skill.source !== 'agent' && source.id !== 'src_samples') {
    return (
      <span title={source.name}>
        <MarkedText text={source.name} />
      </span>
    )
  }
  return <ProvenanceLabel skill={skill} />
}
