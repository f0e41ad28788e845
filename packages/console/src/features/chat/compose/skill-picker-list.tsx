import type { SkillListItem } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { useDeferredValue } from 'react'
import { api } from '../../../shared/api/api.ts'
import { problemOf } from '../../../shared/api/problem.ts'
import { settingsQuery } from '../../../shared/api/queries.ts'
import { focusAtEnd } from '../../../shared/browser/focus-at-end.ts'
import { mayEnableSkills } from '../../../shared/session/may.ts'
import { useMe } from '../../../shared/session/use-me.ts'
import { CostBar } from '../../skills/cost-bar.tsx'
import type { SkillChoice } from './composer-parts.ts'
import { pickerHint, pickerStyles } from './picker-styles.ts'

/** Who wants another one writes more of its name. */
const most = 8

interface SkillPickerListProps {
  readonly text: string
  readonly active: readonly string[]
  readonly onText: (text: string) => void
  readonly onChoose: (skill: SkillChoice) => void
  /** The slash itself was deleted. */
  readonly onEmptied: () => void
}

/** The field, and the skills that fit what is written in it. */
export function SkillPickerList(props: SkillPickerListProps) {
  const { text, active, onText, onChoose, onEmptied } = props
  const { skills, budget, notice } = useSkillChoices(text)
  return (
    <Command shouldFilter={false} label="Skill to activate" loop>
      <Command.Input
        ref={focusAtEnd}
        value={text}
        onValueChange={onText}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && text === '') onEmptied()
        }}
        placeholder={pickerHint}
        className={pickerStyles}
      />
      <Command.List label="Skills" className="max-h-[min(45vh,22rem)] overflow-y-auto p-1.5">
        <Command.Empty role="status" className="px-2.5 py-4 text-ink-2">
          {notice}
        </Command.Empty>
        {skills.map((skill) => (
          <Choice
            key={skill.id}
            skill={skill}
            budget={budget}
            active={active.includes(skill.slug)}
            onChoose={onChoose}
          />
        ))}
      </Command.List>
      <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3 pointer-coarse:hidden">
        ↑↓ choose · Enter activates it in this conversation · Esc keeps the slash as text
      </p>
    </Command>
  )
}

interface ChoiceProps {
  readonly skill: SkillListItem
  readonly budget: number | null
  readonly active: boolean
  readonly onChoose: (skill: SkillChoice) => void
}

function Choice({ skill, budget, active, onChoose }: ChoiceProps) {
  const { id, slug, name, description, content_length: length } = skill
  return (
    <Command.Item
      value={id}
      disabled={active}
      onSelect={() => onChoose({ slug, name })}
      className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-accent-soft pointer-coarse:min-h-11"
    >
      <span className="min-w-0 flex-1 truncate">
        <bdi className={active ? 'text-ink-2' : 'font-medium'}>{name}</bdi>{' '}
        <span className="text-ink-3">{description}</span>
      </span>
      {active ? (
        <span className="flex shrink-0 items-center gap-1 text-xs text-ink-2">
          <Check size={13} aria-hidden="true" /> Active
        </span>
      ) : (
        <CostBar length={length} budget={budget} className="shrink-0 text-xs text-ink-2" />
      )}
    </Command.Item>
  )
}

/** What may be chosen now, and what is said where that is nothing. */
function useSkillChoices(text: string) {
  const me = useMe()
  const settings = useQuery(settingsQuery).data
  const q = useDeferredValue(text.trim())
  const allowed = settings === undefined || mayEnableSkills(me, settings.skill_enablement_policy)
  const found = useQuery({
    queryKey: ['skills', 'to-activate', q],
    queryFn: () =>
      api.skills.list({ ...(q && { q }), enabled: 'true', archived: 'false', limit: most }),
    enabled: allowed,
    placeholderData: (previous) => previous,
  })
  const budget = settings?.skills_max_prompt_chars ?? null
  const skills = allowed ? (found.data?.items ?? []) : []
  return { skills, budget, notice: allowed ? noticeOf(found) : notAllowed }
}

const notAllowed = 'In this organisation only owners and admins may activate skills.'

interface Found {
  readonly isError: boolean
  readonly error: unknown
  readonly isFetching: boolean
}

function noticeOf({ isError, error, isFetching }: Found): string {
  if (isError) return `The skills could not be read. ${problemOf(error).message}`
  return isFetching ? 'Searching…' : 'No skill that is offered to agents fits. Try other words.'
}
