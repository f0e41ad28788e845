import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextArea, TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Section } from '../../shared/design/section.tsx'
import { ModelChoice } from '../../shared/models/model-choice.tsx'
import { modelsQuery } from '../../shared/queries/agent-queries.ts'
import { AgentRouting } from '../routing/agent-routing.tsx'
import { Toolsets } from '../settings/toolsets.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { AttachedSkills } from './attached-skills.tsx'

interface AgentFormProps {
  readonly draft: AgentDraft
  readonly writable: boolean
  readonly onChange: (change: Partial<AgentDraft>) => void
  readonly onSave: () => void
  /** What went wrong, and the buttons. */
  readonly children: ReactNode
}

/** Everything a person says of an agent. */
export function AgentForm({ draft, writable, onChange, onSave, children }: AgentFormProps) {
  const models = useQuery(modelsQuery)
  return (
    <Form onSubmit={onSave}>
      <Section
        title="Who it is"
        description="People see the name; the agent reads the instruction."
      >
        <div className="flex flex-col gap-4">
          <TextField
            label="Name"
            required
            maxLength={100}
            disabled={!writable}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <TextArea
            label="Instruction"
            rows={6}
            maxLength={50_000}
            disabled={!writable}
            value={draft.instruction}
            onChange={(event) => onChange({ instruction: event.target.value })}
            hint="Stands after the organisation’s policies, before everything else."
          />
          <ModelChoice
            label="Model"
            none="The default model"
            offered={models.data?.items}
            chosen={draft.model_id}
            disabled={!writable}
            onChange={(id) => onChange({ model_id: id })}
          />
        </div>
      </Section>
      <Section
        title="Skills"
        description="The agent is told a line of each, in this order, and loads one when a task needs it. Skills of the organisation only, so that it is the same for everybody."
      >
        <AttachedSkills
          ids={draft.skill_ids}
          writable={writable}
          onChange={(skill_ids) => onChange({ skill_ids })}
        />
      </Section>
      <Section
        title="Tools"
        description="Tools to load its own skills are there as soon as one is attached."
      >
        <Toolsets
          chosen={draft.toolsets}
          disabled={!writable}
          onChange={(toolsets) => onChange({ toolsets })}
        />
      </Section>
      {draft.toolsets.includes('routed') && (
        <Section
          title="Choosing skills"
          description="Which skills it is shown for a message, beside its own."
        >
          <AgentRouting
            value={draft.routing}
            writable={writable}
            onChange={(routing) => onChange({ routing })}
          />
        </Section>
      )}
      <div className="flex flex-col items-start gap-4">{children}</div>
    </Form>
  )
}
