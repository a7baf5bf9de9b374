import { helperNames, type TemplateFault } from '@typecase/theme-engine'
import { sampleShared } from '@typecase/theme-engine/sample'
import { similarName } from '@typecase/theme-engine/similar-name'
import type { ThemeFault } from '../../core/themes/fault.ts'

/** The fault for whoever wrote the theme: the engine's words made plain, and what to do. */
export function themeFault({ message, template = '', line, page }: TemplateFault): ThemeFault {
  const plain = plainly(message.replace(/ - \d+:\d+$/, ''))
  const where = page === undefined ? undefined : `It happened while a sample page (${page}) was rendered.`
  return {
    path: template,
    line,
    message: plain.message,
    hint: [plain.hint, where].filter(Boolean).join(' ') || undefined,
  }
}

/** What other template languages call it. */
const otherWords: Readonly<Record<string, string>> = {
  elseif: 'Write {{else if …}}.',
  elsif: 'Write {{else if …}}.',
  elif: 'Write {{else if …}}.',
  for: 'Write {{#each posts}}…{{/each}}.',
  foreach: 'Write {{#each posts}}…{{/each}}.',
  include: 'Write {{> header}} for partials/header.html.',
  partial: 'Write {{> header}} for partials/header.html.',
  block: 'Write {{#> frame}}…{{/frame}} and, in the partial, {{> @partial-block}}.',
  extends: 'Write {{#> frame}}…{{/frame}} and, in the partial, {{> @partial-block}}.',
}

function hintForHelper(name: string): string {
  const [first = ''] = name.split(/[./]/)
  if (Object.hasOwn(sampleShared, first) || ['post', 'page', 'taxonomy', 'pagination'].includes(first))
    return `${first} is a value, and values take no arguments: look for a blank or a second dot in the name, as in {{post..title}}.`
  const similar = similarName(name, helperNames)
  return (
    otherWords[name.toLowerCase()] ??
    (similar ? `Did you mean ${similar}?` : 'docs/themes.md lists the helpers there are.')
  )
}

const blocksFor = (name: string): string =>
  `Write {{#each ${name}}} for a list, {{#if ${name}}} for a condition, {{#with ${name}}} for one thing.`

function plainly(message: string): { readonly message: string; readonly hint?: string } {
  const helper = /^There is no helper named (.+)/.exec(message)
  if (helper)
    return { message: `there is no helper named ${helper[1]}`, hint: hintForHelper(String(helper[1])) }
  const block = /^The block (.+) has no helper$/.exec(message)
  if (block) return { message: `the block ${block[1]} has no helper`, hint: blocksFor(String(block[1])) }
  const partial = /^The partial (\S+) does not exist/.exec(message)
  if (partial)
    return {
      message: `the partial ${partial[1]} does not exist`,
      hint: `Add partials/${partial[1]}.html, or correct the name.`,
    }
  if (/^Decorators are not available/.test(message))
    return { message: 'decorators are not allowed', hint: 'Write the piece into a file of partials/.' }
  if (/^The name of a partial can not be computed/.test(message))
    return {
      message: 'the name of a partial must not be computed',
      hint: 'Name the partial, and choose with {{#if}}.',
    }
  if (/takes too long/.test(message))
    return { message, hint: 'A page has 2 seconds: look for lists within lists.' }
  if (/larger than \d+ characters/.test(message)) return { message, hint: 'Show fewer entries on one page.' }
  if (/call each other without end/.test(message))
    return { message, hint: 'Call the partial only where there is something left, as in {{#if children}}.' }
  if (/^Partials are nested too deeply/.test(message))
    return { message, hint: 'Let fewer partials call each other, one within the next.' }
  if (/^The template is nested too deeply/.test(message))
    return { message, hint: 'Let fewer blocks and helpers stand one within the other.' }
  if (/^#?(if|unless|each|with)|Must pass iterator/.test(message))
    return { message, hint: 'Give the block one value: {{#each posts}}, {{#if post}}.' }
  return { message }
}

/** One line for each place: the same fault on ten sample pages is one. */
export function distinctFaults(faults: readonly TemplateFault[]): readonly ThemeFault[] {
  const seen = new Map<string, ThemeFault>()
  for (const fault of faults.map(themeFault)) {
    const key = `${fault.path} ${fault.line} ${fault.message}`
    if (!seen.has(key)) seen.set(key, fault)
  }
  return [...seen.values()]
}
