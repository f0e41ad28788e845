import type { SkillBody } from '@repertoire/protocol'
import { type JsonObject, type LoadResult, routingSidecar } from '@repertoire/skill-md'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { QueryPlaceholder } from '../../../shared/design/states.tsx'
import { RoutingForm } from './routing-form.tsx'
import { TriggerTests } from './trigger-tests.tsx'

interface RoutingTabProps {
  readonly skill: SkillBody
  readonly source: string
  readonly loaded: LoadResult
  readonly onSource: (source: string) => void
  readonly writable: boolean
}

/** When the skill is chosen: what it says of it, edited as the text is, and how well that works. */
export function RoutingTab({ skill, source, loaded, onSource, writable }: RoutingTabProps) {
  const sidecar = useSidecar(skill)
  return (
    <div className="pt-6">
      {/* A list that is written here takes the place of its list: it has to be known first. */}
      {sidecar.there && <QueryPlaceholder for={sidecar} what={`What ${routingSidecar} says`} />}
      {(!sidecar.there || sidecar.isSuccess) && (
        <RoutingForm
          source={source}
          loaded={loaded}
          sidecar={sidecar.data ?? undefined}
          onSource={onSource}
          disabled={!writable}
        />
      )}
      <TriggerTests skill={skill} />
    </div>
  )
}

/** What the saved SKILL.config.json says, where there is one; null when that is no map. */
function useSidecar({ id, digest, files }: SkillBody) {
  const entry = files.find(({ path }) => path === routingSidecar)
  const query = useQuery({
    queryKey: ['skills', 'sidecar', id, entry?.sha256],
    queryFn: entry
      ? async ({ signal }) => parsed(await api.skills.file(id, entry.path, { digest, signal }))
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...query, there: entry !== undefined }
}

function parsed(bytes: Uint8Array): JsonObject | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isMap ? (value as JsonObject) : null
  } catch {
    return null
  }
}
