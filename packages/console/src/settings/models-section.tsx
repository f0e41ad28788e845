import { Link } from '@tanstack/react-router'
import { buttonClass } from '../design/button.tsx'
import { Section } from '../design/section.tsx'

/** The way to where models come from. */
export function ModelsSection() {
  return (
    <Section
      title="Models"
      description="Which models agents may use, and which one is the default."
    >
      <Link to="/settings/models" className={buttonClass()}>
        Models
      </Link>
    </Section>
  )
}
