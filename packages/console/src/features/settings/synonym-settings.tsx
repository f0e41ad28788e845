import type { SettingsBody } from '@repertoire/protocol'
import { type Ref, useState } from 'react'
import { TextArea } from '../../shared/design/field.tsx'
import { Section } from '../../shared/design/section.tsx'
import type { EditedSettings } from './settings-form.tsx'

type Groups = SettingsBody['search_synonyms']

interface SynonymProps extends Pick<EditedSettings, 'form' | 'writable' | 'set'> {
  readonly fieldRef?: Ref<HTMLTextAreaElement>
}

/** Words that mean the same here, a group a line. */
export function SynonymSettings({ form, writable, set, fieldRef }: SynonymProps) {
  const [typed, setTyped] = useState('')
  const groups = form.search_synonyms
  // What is being typed stays as it is, until the groups come from elsewhere.
  const text = isSame(groupsOf(typed), groups) ? typed : groups.map(lineOf).join('\n')
  return (
    <Section
      title="Synonyms"
      description="Words and phrases that mean the same here. Search and routing read each as the others, and say so beside what they found."
    >
      <TextArea
        ref={fieldRef}
        label="Words that mean the same"
        rows={4}
        spellCheck={false}
        disabled={!writable}
        placeholder={'k8s, kubernetes\nA/B test, split test, experiment'}
        hint="A group a line, with commas between: two to six words or phrases, each of at most 40 characters."
        value={text}
        onChange={({ target }) => {
          setTyped(target.value)
          set({ search_synonyms: groupsOf(target.value) })
        }}
      />
    </Section>
  )
}

export function groupsOf(text: string): Groups {
  return text.split('\n').flatMap((line) => {
    const words = line.split(',').flatMap((word) => word.trim() || [])
    return words.length === 0 ? [] : [words]
  })
}

function lineOf(group: Groups[number]): string {
  return group.join(', ')
}

function isSame(one: Groups, other: Groups): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
