import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../design/page.tsx'
import { QueryPlaceholder } from '../design/states.tsx'
import { settingsQuery } from '../shell/queries.ts'
import { useCan } from '../shell/use-me.ts'
import { type EditedSettings, SettingsForm } from './settings-form.tsx'

interface SettingsPageProps {
  readonly title: string
  readonly subtitle?: string
  /** The part that is saved together. */
  readonly form: (edited: EditedSettings) => ReactNode
  /** What is below it and acts at once. */
  readonly children?: ReactNode
}

/** A sub-page with settings of the organisation. */
export function SettingsPage({ title, subtitle, form, children }: SettingsPageProps) {
  const settings = useQuery(settingsQuery)
  const writable = useCan('settings.write')
  return (
    <Page
      narrow
      title={title}
      subtitle={
        writable ? subtitle : 'Only owners and admins change these settings; you can read them.'
      }
    >
      <QueryPlaceholder for={settings} what="Settings" />
      {settings.data && (
        <SettingsForm settings={settings.data} writable={writable}>
          {form}
        </SettingsForm>
      )}
      {children}
    </Page>
  )
}
