import { useQueries, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { skillQuery } from '../../shared/api/queries.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button, IconButton } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Loading } from '../../shared/design/states.tsx'
import { moved } from './agent-draft.ts'

interface AttachedSkillsProps {
  readonly ids: readonly string[]
  readonly writable: boolean
  readonly onChange: (ids: string[]) => void
}

/** The skills of an agent, in its order, and a search for more. */
export function AttachedSkills({ ids, writable, onChange }: AttachedSkillsProps) {
  const skills = useQueries({ queries: ids.map((id) => skillQuery(id)) })
  return (
    <div className="flex flex-col gap-4">
      {ids.length === 0 && <p className="text-ink-3">No skill is attached.</p>}
      {ids.length > 0 && (
        <ol aria-label="Attached skills" className="card divide-y divide-line overflow-hidden">
          {ids.map((id, index) => {
            const skill = skills[index]
            const name = skill?.data?.name ?? id
            return (
              <li key={id} className="flex items-center gap-2 px-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
                    <MarkedText text={name} />
                    {skill?.isError && <Badge tone="warn">Not in the library any more</Badge>}
                    {skill?.data && !skill.data.enabled && <Badge tone="warn">Disabled</Badge>}
                  </p>
                  <p className="truncate text-xs text-ink-2">
                    <MarkedText text={skill?.data?.description ?? ''} />
                  </p>
                </div>
                {writable && (
                  <>
                    <IconButton
                      label={`Move ${name} up`}
                      disabled={index === 0}
                      onClick={() => onChange(moved(ids, index, -1))}
                    >
                      <ArrowUp size={15} />
                    </IconButton>
                    <IconButton
                      label={`Move ${name} down`}
                      disabled={index === ids.length - 1}
                      onClick={() => onChange(moved(ids, index, 1))}
                    >
                      <ArrowDown size={15} />
                    </IconButton>
                    <IconButton
                      label={`Detach ${name}`}
                      onClick={() => onChange(ids.filter((other) => other !== id))}
                    >
                      <X size={15} />
                    </IconButton>
                  </>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {writable && <SkillSearch ids={ids} onAttach={(id) => onChange([...ids, id])} />}
    </div>
  )
}

interface SkillSearchProps {
  readonly ids: readonly string[]
  readonly onAttach: (id: string) => void
}

function SkillSearch({ ids, onAttach }: SkillSearchProps) {
  const [words, setWords] = useState('')
  const q = useDeferredValue(words.trim())
  const found = useQuery({
    queryKey: ['skills', 'to-attach', q],
    queryFn: ({ signal }) =>
      api.skills.list({ q, scope: 'org', enabled: 'true', archived: 'false', limit: 20 }, signal),
    placeholderData: (previous) => previous,
  })
  const others = (found.data?.items ?? []).filter(({ id }) => !ids.includes(id)).slice(0, 6)
  const looking = found.isPending || (found.isPlaceholderData && others.length === 0)
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Attach a skill"
        type="search"
        placeholder="Search the organisation’s skills"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        // Searching is not saving.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {looking && <Loading rows={2} label="Looking for skills" />}
      {found.isSuccess && !looking && others.length === 0 && (
        <p role="status" className="text-xs text-ink-3">
          No further skill of the organisation fits.
        </p>
      )}
      {others.length > 0 && (
        <ul aria-label="Skills to attach" className="flex flex-col gap-1">
          {others.map(({ id, name, description }) => (
            <li key={id} className="flex items-center gap-2">
              <Button size="small" aria-label={`Attach ${name}`} onClick={() => onAttach(id)}>
                <Plus size={14} aria-hidden="true" /> Attach
              </Button>
              <p className="min-w-0 flex-1 truncate">
                <span className="font-medium">
                  <MarkedText text={name} />
                </span>{' '}
                <span className="text-xs text-ink-2">
                  <MarkedText text={description} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
