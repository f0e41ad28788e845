import type { SkillBody } from '@repertoire/protocol'
import { type JsonObject, type LoadResult, routingSidecar } from '@repertoire/skill-md'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../shell/api.ts'
import { usePromptBlock } from '../use-prompt-block.ts'
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
  const { derivedKeywords } = usePromptBlock(source)
  return (
    <div className="pt-6">
      <RoutingForm
        source={source}
        loaded={loaded}
        sidecar={useSidecar(skill)}
        derivedKeywords={derivedKeywords}
        onSource={onSource}
        disabled={!writable}
      />
      <TriggerTests skill={skill} />
    </div>
  )
}

/** What the saved SKILL.config.json says; undefined where there is none that can be read. */
function useSidecar({ id, digest, files }: SkillBody): JsonObject | undefined {
  const entry = files.find(({ path }) => path === routingSidecar)
  const { data } = useQuery({
    queryKey: ['skills', 'sidecar', id, entry?.sha256],
    queryFn: entry
      ? async ({ signal }) => parsed(await api.skills.file(id, entry.path, { digest, signal }))
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
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
