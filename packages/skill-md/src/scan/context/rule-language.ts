const fence =
  /^ {0,3}(?:`{3,}|~{3,})\s{0,2}(?:yara|sigma|semgrep|snort|suricata|kql|kusto|spl|splunk|rego|falco)\b/
const yara = /\brule\s{1,3}\w{1,80}[^{\n]{0,80}\{[\s\S]{0,4000}?\bcondition\s{0,3}:/
const sigma = /^(?=[\s\S]{0,4000}?\blogsource\s{0,2}:)[\s\S]{0,8000}?\bdetection\s{0,2}:/
const semgrep =
  /^(?=[\s\S]{0,4000}?\blanguages\s{0,2}:)[\s\S]{0,8000}?\bpattern(?:s|-regex|-either)?\s{0,2}:/
const alerts = /^\s{0,4}(?:alert|drop|reject)\s{1,3}(?:tcp|udp|http|ip|dns)\b/m

/** A file of detection rules: by its ending and its shape together, for either alone is easily had. Pure. */
export function isRuleFile(path: string, text: string): boolean {
  if (/\.yara?$/i.test(path)) return yara.test(text)
  if (/\.ya?ml$/i.test(path)) return sigma.test(text) || semgrep.test(text)
  return /\.rules$/i.test(path) && alerts.test(text)
}

/** A code block in a rule language that has the shape of its rules. Pure. */
export function isRuleFence(text: string): boolean {
  if (!fence.test(text)) return false
  return /yara/.test(text.slice(0, 20)) ? yara.test(text) : /[:|{(]/.test(text)
}
