import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../shared/api/queries.ts'
import { Page } from '../../shared/design/page.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { useCan } from '../../shared/session/use-me.ts'
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
