import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../shared/design/button.tsx'
import { Section } from '../../shared/design/section.tsx'

/** The way to what tools need before they are called. */
export function ToolsSection({ writable }: { readonly writable: boolean }) {
  return (
    <Section
      title="What tools may do"
      description="Which tools ask before they are called, and what is allowed in turns nobody starts."
    >
      <div className="flex flex-wrap gap-2">
        {writable && (
          <Link to="/settings/tool-rules" className={buttonClass()}>
            Rules for tools
          </Link>
        )}
        <Link to="/settings/grants" search={{}} className={buttonClass()}>
          Grants
        </Link>
      </div>
    </Section>
  )
}
