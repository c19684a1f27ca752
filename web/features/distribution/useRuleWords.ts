import type { DistributionPerson } from '#shared/distribution.ts';
import type { RuleWords } from '#web/features/distribution/rule-words.ts';
import { useFieldConfiguration } from '#web/leads/useFieldConfiguration.ts';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';

/** The names of a client's people, products and fields, for describing rules. */
export function useRuleWords(clientId: string | undefined, people: readonly DistributionPerson[]): RuleWords {
  const fields = useFieldConfiguration(clientId);
  const products = useActiveProducts(clientId).data?.data ?? [];
  return {
    fields,
    person: (id) => people.find((person) => person.id === id)?.name ?? 'somebody',
    product: (id) => products.find((product) => product.id === id)?.name ?? 'another product',
  };
}
