import type { PinnedSkillBody, SkillsStateBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { formatCount, percentOf } from '../../shared/design/numbers.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { BudgetBar } from './budget-bar.tsx'
import { driftOf, Upgrade } from './newer-revisions.tsx'
import { WithdrawnNote } from './withdrawn-skills.tsx'

interface ActiveSkillsProps {
  readonly conversationId: string
  readonly skills: SkillsStateBody
  readonly pinned: readonly PinnedSkillBody[]
}

/** The skills in the prompt, each with its share of the budget and what can be done with it. */
export function ActiveSkills({ conversationId, skills, pinned }: ActiveSkillsProps) {
  const inPrompt = pinned.filter(({ delivery }) => delivery === 'system')
  if (skills.enabled_skills.length === 0) {
    return (
      <p className="mt-3 text-xs text-ink-2">
        No skill is active. The agent activates one when it needs it and pays for it from this
        budget.
      </p>
    )
  }
  return (
    <ul className="mt-3 flex flex-col gap-3">
      {skills.enabled_skills.map((skill) => (
        <ActiveSkill
          key={skill.slug}
          conversationId={conversationId}
          skill={skill}
          share={skill.body_shed ? null : percentOf(skill.content_length, skills.budget_max_chars)}
          pinned={inPrompt.find(({ slug }) => slug === skill.slug)}
        />
      ))}
    </ul>
  )
}

interface ActiveSkillProps {
  readonly conversationId: string
  readonly skill: SkillsStateBody['enabled_skills'][number]
  /** Percent of the budget; null while its text is not in the prompt. */
  readonly share: number | null
  /** Compared with the library; undefined until it was read. */
  readonly pinned: PinnedSkillBody | undefined
}

/** The conversation keeps the slug that a skill was activated under; people see what it is called now. */
function ActiveSkill({ conversationId, skill, share, pinned }: ActiveSkillProps) {
  const deactivate = useAction({
    mutationFn: () => api.conversations.deactivate(conversationId, skill.slug),
  })
  const now = pinned?.renamed_to
  const { name, slug } = now ?? skill
  const withdrawn = pinned?.withdrawn ?? null
  return (
    <li className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div className="mb-1 flex justify-between gap-3 text-xs">
          <Link
            to="/skills"
            search={{ q: slug }}
            className="truncate font-medium hover:underline"
            title={name}
          >
            {name}
          </Link>
          <span className="shrink-0 tabular-nums text-ink-3">
            {formatCount(skill.content_length)}
            {share !== null && ` · ${share} %`}
          </span>
        </div>
        <BudgetBar share={share ?? 0} look="bg-accent" />
        {skill.body_shed && (
          <p className="mt-1 text-xs text-ink-3">
            No room for its text: the agent has its summary.
          </p>
        )}
        {now && (
          <p className="mt-1 text-xs text-ink-3 [overflow-wrap:anywhere]">
            Now <span className="font-mono">{slug}</span>, activated as{' '}
            <span className="font-mono">{skill.slug}</span>
          </p>
        )}
        {withdrawn && <WithdrawnNote reason={withdrawn} />}
        {pinned && driftOf([pinned]).length > 0 && (
          <Upgrade conversationId={conversationId} pinned={pinned} />
        )}
      </div>
      {!withdrawn && (
        <Button
          size="small"
          disabled={deactivate.isPending}
          onClick={() => deactivate.mutate()}
          aria-label={`Deactivate ${name}`}
        >
          Deactivate
        </Button>
      )}
    </li>
  )
}
