import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { api } from '../api/api.ts'
import { Button } from '../design/button.tsx'
import { Modal } from '../design/dialog.tsx'
import { TextArea, TextField } from '../design/field.tsx'
import { Form } from '../design/form.tsx'
import { showToast } from '../design/show-toast.ts'
import { useAction } from '../design/use-action.ts'
import { saveTriggerTest } from './save-trigger-test.ts'

/** A trigger test has no longer one. */
const maxMessageLength = 2_000

export interface ExpectedSkillProps {
  readonly query: string
  readonly onClose: () => void
}

/** Asks which skill a search should have found, and adds the search to that skill's trigger tests. */
export function ExpectedSkillWindow({ query, onClose }: ExpectedSkillProps) {
  const id = useId()
  const [message, setMessage] = useState(query.slice(0, maxMessageLength))
  const [slug, setSlug] = useState('')
  const typed = useDeferredValue(slug.trim())
  const offered = useQuery({
    queryKey: ['skills', 'expected', typed],
    queryFn: ({ signal }) => api.skills.list({ q: typed, archived: false, limit: 20 }, signal),
    enabled: typed !== '',
  })
  const add = useAction({
    mutationFn: () => saveTriggerTest(slug.trim(), message),
    onSuccess: (skill) => {
      showToast(`${skill.slug} has the trigger test now`)
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title="This should have found…"
      description="Adds the message to those that must bring the skill up. Everybody who reads the skill can read it. The skill’s trigger tests then say whether they do."
    >
      <Form className="flex flex-col gap-4" onSubmit={() => add.mutate()}>
        <TextArea
          label="Message"
          maxLength={maxMessageLength}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <TextField
          label="Skill"
          placeholder="Its slug"
          list={id}
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
        />
        <datalist id={id}>
          {offered.data?.items.map((item) => (
            <option key={item.id} value={item.slug} />
          ))}
        </datalist>
        <Button
          type="submit"
          variant="primary"
          disabled={typed === '' || message.trim() === '' || add.isPending}
        >
          Add the trigger test
        </Button>
      </Form>
    </Modal>
  )
}
