import type { LoadResult } from '@repertoire/skill-md'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { Choice } from '../../shared/design/field.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import {
  descriptionProblem,
  type FormFields,
  nameProblem,
  readForm,
  slugProblem,
  splitTags,
  writeField,
} from './skill-form.ts'
import { SyncedField } from './synced-field.tsx'

interface SkillFieldsProps {
  readonly source: string
  readonly loaded: LoadResult
  readonly onSource: (source: string) => void
  readonly enabled: boolean
  readonly onEnabled: (enabled: boolean) => void
  readonly scope: 'org' | 'user'
  /** Absent for a skill that exists: whose it is does not change. */
  readonly onScope?: (scope: 'org' | 'user') => void
  /** Why a skill for everybody cannot be made; absent where it can. */
  readonly onlyOwnBecause?: string
  /** The slug in use when the text gives none. */
  readonly knownSlug: string
  readonly disabled: boolean
  /** Somebody tried to create it as it is: what is missing is named. */
  readonly tried?: boolean
}

const trim = (text: string) => text.trim()
const tagText = (text: string) => splitTags(text).join(', ')

/** The frontmatter as a form; the text beside it stays the truth. */
export function SkillFields(props: SkillFieldsProps) {
  const { source, loaded, onSource, enabled, onEnabled, scope, onScope, knownSlug, disabled } =
    props
  const { onlyOwnBecause, tried = false } = props
  const form = readForm(loaded)
  if (!form) {
    return (
      <Notice tone="warn" title="The form waits">
        The text cannot be read as it stands. What is wrong is listed below it.
      </Notice>
    )
  }
  function write<Key extends keyof FormFields>(key: Key, value: FormFields[Key]): void {
    try {
      onSource(writeField(source, key, value))
    } catch (error) {
      showErrorToast(error)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <SyncedField
        label="Name"
        value={form.name}
        normalise={trim}
        error={tried ? nameProblem(form.name) : undefined}
        disabled={disabled}
        onChange={(text) => write('name', text)}
      />
      <SyncedField
        label="Slug"
        mono
        value={form.slug}
        normalise={trim}
        placeholder={knownSlug || 'From the name'}
        error={slugProblem(form.slug)}
        disabled={disabled}
        onChange={(text) => write('slug', text)}
      />
      <SyncedField
        label="Description"
        long
        value={form.description}
        normalise={trim}
        error={descriptionProblem(source, form.description, tried)}
        hint="What the agent searches. Say what it helps with and when."
        disabled={disabled}
        onChange={(text) => write('description', text)}
      />
      <SyncedField
        label="Tags"
        value={form.tags.join(', ')}
        normalise={tagText}
        hint="Separated by commas."
        disabled={disabled}
        onChange={(text) => write('tags', splitTags(text))}
      />
      <Choice
        label="Scope"
        value={scope}
        disabled={!onScope}
        hint={onScope ? onlyOwnBecause : 'Fixed once a skill exists.'}
        onChange={(event) => onScope?.(event.target.value === 'user' ? 'user' : 'org')}
        options={[
          {
            value: 'org',
            label: 'Everybody in the organisation',
            disabled: onlyOwnBecause !== undefined,
          },
          { value: 'user', label: 'Only me' },
        ]}
      />
      <div className="flex items-center justify-between gap-3">
        <div>
          <p className="text-xs font-medium text-ink-2">Enabled</p>
          <p className="text-xs text-ink-3">May be offered to agents</p>
        </div>
        <Toggle label="Enabled" checked={enabled} onChange={onEnabled} disabled={disabled} />
      </div>
    </div>
  )
}
