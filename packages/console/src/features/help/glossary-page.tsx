import glossary from '@docs/glossary.md?raw'
import { Markdown } from '../../shared/design/markdown.tsx'
import { Page } from '../../shared/design/page.tsx'

/** The heading of the file is the title of the page. */
const text = glossary.replace(/^# .*\n/, '')

/** What the words on these pages mean, and what other systems call the same things. */
export function GlossaryPage() {
  return (
    <Page narrow title="Glossary" subtitle="The words of these pages, the API and the code.">
      <Markdown text={text} />
    </Page>
  )
}
