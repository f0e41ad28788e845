import {
  editRouting,
  type JsonObject,
  type LoadResult,
  normalizeRoutingList,
  type RoutingFields,
  type RoutingListField,
  readRoutingForm,
} from '@repertoire/skill-md'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { showErrorToast } from '../../../shared/design/error-toast.ts'
import { Notice } from '../../../shared/design/notice.tsx'
import { Section } from '../../../shared/design/section.tsx'
import { routingOptionsQuery, skillOffersQuery } from '../../routing/routing-queries.ts'
import { SyncedField } from '../synced-field.tsx'
import { OriginNote } from './origin-note.tsx'
import { WordList } from './word-list.tsx'

interface RoutingFormProps {
  readonly source: string
  readonly loaded: LoadResult
  /** What SKILL.config.json beside it holds. */
  readonly sidecar: JsonObject | undefined
  readonly onSource: (source: string) => void
  readonly disabled: boolean
}

const trim = (text: string) => text.trim()

/** When the skill is wanted and what must be there for it, written into `metadata`. */
export function RoutingForm(props: RoutingFormProps) {
  const { source, loaded, sidecar, onSource, disabled } = props
  const options = useQuery(routingOptionsQuery)
  const [typed, setTyped] = useState('')
  const slugs = useQuery({ ...skillOffersQuery(typed), enabled: typed !== '' })
  if (!loaded.ok) {
    return (
      <Notice tone="warn" title="The form waits">
        The text cannot be read as it stands. The tab Edit says what is wrong with it.
      </Notice>
    )
  }
  const { frontmatter, fields } = loaded.document
  const { routing, origins, writable } = readRoutingForm(frontmatter, sidecar)
  const locked = disabled || !writable
  function write<Field extends keyof RoutingFields>(
    field: Field,
    value: RoutingFields[Field] | null,
  ): void {
    try {
      onSource(editRouting(source, field, value))
    } catch (error) {
      showErrorToast(error)
    }
  }
  function list(
    field: RoutingListField,
    label: string,
    more: {
      readonly hint?: ReactNode
      readonly offers?: readonly string[] | undefined
      readonly onTyped?: (text: string) => void
    } = {},
  ) {
    const { hint, offers = [], onTyped } = more
    return (
      <WordList
        label={label}
        items={routing[field] ?? []}
        offers={offers}
        {...(onTyped ? { onTyped } : {})}
        disabled={locked}
        onChange={(items) => {
          const tidy = normalizeRoutingList(field, items)
          // What another place says is hidden by an empty list of ours.
          write(field, tidy.length === 0 && origins[field] === 'repertoire' ? null : tidy)
        }}
        hint={
          <>
            {hint}
            <OriginNote origin={origins[field]} />
          </>
        }
      />
    )
  }
  const others = (slugs.data?.items ?? []).flatMap(({ slug }) =>
    slug === fields.slug ? [] : [slug],
  )
  return (
    <>
      {!writable && (
        <div className="mb-4">
          <Notice tone="warn" title="Nothing can be written here">
            `metadata` of this file is no map. Make it one on the tab Edit; what it says now would
            be lost.
          </Notice>
        </div>
      )}
      <Section
        title="When it is wanted"
        description="Signs in a message that speak for the skill, or against it. They choose what is offered, never what is allowed."
      >
        <div className="flex flex-col gap-5">
          {list('keywords', 'Keywords', {
            hint: 'Words and phrases, found as whole words in any case. Add those of every language people write in.',
          })}
          {list('negativeKeywords', 'Negative keywords', {
            hint: 'One of these in the message, and the skill is not offered at all.',
          })}
          {list('stages', 'Stages', { offers: options.data?.stages })}
          {list('assetClasses', 'Asset classes', { offers: options.data?.asset_classes })}
          {list('signalSources', 'Signal sources', {
            offers: ['cron', 'webhook'],
            hint: 'Kinds of triggers that start turns by themselves.',
          })}
          {list('coActivate', 'Goes well with', {
            ...{ offers: others, onTyped: setTyped },
            hint: 'Slugs of skills that are brought up together with this one.',
          })}
        </div>
      </Section>
      <Section
        title="How it is shown"
        description="Its place among equals, and what stands for its text when there is no room for all of it."
      >
        <div className="flex flex-col gap-5">
          <SyncedField
            label="Priority"
            value={routing.priority === undefined ? '' : String(routing.priority)}
            normalise={trim}
            placeholder="50"
            disabled={locked}
            error={priorityTrouble(routing.priority)}
            hint={
              <>
                0 comes first, 100 last.
                <OriginNote origin={origins.priority} />
              </>
            }
            onChange={(text) => {
              const value = Number(text)
              if (text === '') write('priority', null)
              else if (Number.isInteger(value) && value >= 0 && value <= 100) {
                write('priority', value)
              }
            }}
          />
          <SyncedField
            label="Summary"
            long
            value={routing.summary ?? ''}
            normalise={trim}
            disabled={locked}
            hint={
              <>
                What the model reads when there is no room for the whole text; a few sentences.
                <OriginNote origin={origins.summary} />
              </>
            }
            onChange={(text) => write('summary', text === '' ? null : text)}
          />
          {list('toolNames', 'Tools it works with', {
            hint: 'A hint to the model, no permission.',
          })}
        </div>
      </Section>
      <ConditionFields list={list} />
    </>
  )
}

type ShowList = (
  field: RoutingListField,
  label: string,
  more?: { readonly hint?: ReactNode; readonly offers?: readonly string[] },
) => ReactNode

function ConditionFields({ list }: { readonly list: ShowList }) {
  return (
    <Section
      title="What must be there"
      description="Where one of these does not hold, the skill is not offered."
    >
      <div className="flex flex-col gap-5">
        {list('requiresEnv', 'Settings of the server', {
          hint: 'Names of environment variables, such as SERVICE_API_KEY.',
        })}
        {list('requiresTools', 'Tools', { hint: 'By name, such as web_fetch.' })}
        {list('requiresToolsets', 'Groups of tools', { hint: 'Such as web or workspace.' })}
        {list('fallbackForTools', 'Only while none of these tools is there')}
        {list('platforms', 'Platforms', { offers: ['linux', 'darwin', 'win32'] })}
      </div>
    </Section>
  )
}

function priorityTrouble(priority: number | undefined): string | undefined {
  if (priority === undefined || (priority >= 0 && priority <= 100)) return undefined
  return 'A whole number from 0 to 100.'
}
