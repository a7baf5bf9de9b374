/** Steps of the setup. Each saves its own values, so that they are kept if the user leaves early. */
export const steps = ['site', 'theme', 'post'] as const
export type Step = (typeof steps)[number] | 'done'
export const isStep = (value: unknown): value is Step =>
  value === 'done' || steps.some((step) => step === value)

export interface StepProps {
  readonly onDone: () => void
}
