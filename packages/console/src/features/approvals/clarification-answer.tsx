import { CornerDownRight, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { TextArea } from '../../shared/design/field.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { AnswerDeadline, useExpired } from './answer-deadline.tsx'
import type { Clarification } from './approval-question.ts'
import { useAnswer } from './use-answer.ts'

/** Choose one of the agent's answers or write another; or skip the question. */
export function ClarificationAnswer({ question }: { readonly question: Clarification }) {
  const [chosen, setChosen] = useState('')
  const [written, setWritten] = useState('')
  const { answer, sent } = useAnswer(question)
  const closed = useExpired(question) || sent
  // What was written last is what counts, and the choice shows it.
  const given = written.trim() || chosen
  const choose = (option: string) => {
    setChosen(option)
    setWritten('')
  }
  const write = (text: string) => {
    setWritten(text)
    setChosen('')
  }
  const { options } = question
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-inset px-4 py-3">
      {options.length > 0 && (
        <Options options={options} chosen={chosen} disabled={closed} onChoose={choose} />
      )}
      <TextArea
        label={options.length > 0 ? 'Or in your own words' : 'Your answer'}
        rows={2}
        data-decide="note"
        maxLength={2000}
        value={written}
        disabled={closed}
        onChange={(event) => write(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AnswerDeadline expiresAt={question.expiresAt} />
        <div className="flex gap-2">
          <Button disabled={closed} onClick={(event) => answer(event, false, '')}>
            <CornerDownRight size={15} aria-hidden="true" /> Skip
          </Button>
          <Button
            variant="primary"
            disabled={closed || given === ''}
            onClick={(event) => answer(event, true, given)}
          >
            <Send size={15} aria-hidden="true" /> Answer
          </Button>
        </div>
      </div>
    </div>
  )
}

interface OptionsProps {
  readonly options: readonly string[]
  readonly chosen: string
  readonly disabled: boolean
  readonly onChoose: (option: string) => void
}

function Options({ options, chosen, disabled, onChoose }: OptionsProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1" disabled={disabled}>
      <legend className="mb-1 text-xs font-medium text-ink-2">The agent suggests</legend>
      {options.map((option) => (
        <label
          key={option}
          className="flex min-h-8 items-start gap-2.5 rounded-md border border-line bg-surface px-3 py-1.5 hover:bg-hover has-[:checked]:border-accent/60 has-[:checked]:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            checked={chosen === option}
            onChange={() => onChoose(option)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            <MarkedText text={option} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
