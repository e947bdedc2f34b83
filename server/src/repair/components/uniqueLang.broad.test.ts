import { test } from 'vitest';
import { checkListing, checkRepair } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

const unique = 'sh:path rdfs:label ; sh:uniqueLang true';

test.each<[string, string, string, string[]]>([
  [
    'the one whose words are those of the language that is missing',
    ' ; sh:languageIn ( "en" "de" )',
    '"Gate of the harbour"@en, "Tor zum Hafen"@en .',
    [
      'plausible: Change "Tor zum Hafen"@en to "Tor zum Hafen"@de -- its words and letters are those of de; de is the only allowed language that is not used yet',
      'removal: Remove "Tor zum Hafen"@en as rdfs:label of ex:r',
      'removal: Remove "Gate of the harbour"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'the one whose words are those of another language',
    '',
    '"Growth of 96 strains"@en, "Wachstum von 96 Stämmen"@en .',
    [
      'plausible: Change "Wachstum von 96 Stämmen"@en to "Wachstum von 96 Stämmen"@de -- its words and letters are those of de',
      'removal: Remove "Wachstum von 96 Stämmen"@en as rdfs:label of ex:r',
      'removal: Remove "Growth of 96 strains"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'no language is told where nothing is known of the one that is stated',
    '',
    '"Bron vid den nya hamnen"@sv, "Karta av staden"@sv .',
    [
      'removal: Remove "Karta av staden"@sv as rdfs:label of ex:r',
      'removal: Remove "Bron vid den nya hamnen"@sv as rdfs:label of ex:r',
    ],
  ],
  [
    'letters that many languages have tell none',
    '',
    '"Sources of history"@en, "Källor för historia"@en .',
    [
      'removal: Remove "Sources of history"@en as rdfs:label of ex:r',
      'removal: Remove "Källor för historia"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'a text that says the same',
    '',
    '"Kitchen"@en, "kitchen "@en .',
    ['attested: Remove "kitchen "@en as rdfs:label of ex:r -- "kitchen "@en says the same as "Kitchen"@en'],
  ],
  [
    'the tidier of two that say the same stays',
    '',
    '" kitchen"@en, "Kitchen"@en .',
    ['attested: Remove " kitchen"@en as rdfs:label of ex:r -- " kitchen"@en says the same as "Kitchen"@en'],
  ],
  [
    'the one that other constraints accept stays',
    ' ; sh:pattern "^[a-zé]+$"',
    '"cafe"@en, "café"@en .',
    ['removal: Remove "café"@en as rdfs:label of ex:r', 'removal: Remove "cafe"@en as rdfs:label of ex:r'],
  ],
  [
    'different texts',
    '',
    '"Kitchen"@en, "Galley"@en .',
    [
      'removal: Remove "Kitchen"@en as rdfs:label of ex:r',
      'removal: Remove "Galley"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'a misspelt text, where others have its words',
    '',
    '"Harbour depot"@en, "Harbuor depot"@en . ex:s a ex:Room ; rdfs:label "Harbour gate"@en .',
    [
      'plausible: Remove "Harbuor depot"@en as rdfs:label of ex:r -- "Harbuor depot"@en is nearly "Harbour depot"@en, whose words are used elsewhere',
      'removal: Remove "Harbour depot"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'two that are nearly the same, where nothing tells which is right',
    '',
    '"Harbour depot"@en, "Harbuor depot"@en . ex:s a ex:Room ; rdfs:label "North depot"@en .',
    [
      'removal: Remove "Harbuor depot"@en as rdfs:label of ex:r',
      'removal: Remove "Harbour depot"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'a placeholder, wherever it stands',
    '',
    '"TBD"@en, "Galley"@en .',
    [
      'attested: Remove "TBD"@en as rdfs:label of ex:r -- "TBD"@en says nothing',
      'removal: Remove "Galley"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'a text that is stated as an alternative',
    '',
    '"Loo"@en, "Lavatory"@en ; ex:altName "Lavatory"@en .',
    [
      'plausible: Remove "Lavatory"@en as rdfs:label of ex:r -- ex:r also has it as ex:altName',
      'removal: Remove "Loo"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'a text that others have in another language',
    '',
    '"Kitchen"@en, "Küche"@en . ex:s rdfs:label "Küche"@de .',
    [
      'attested: Change "Küche"@en to "Küche"@de -- the same text is in the language de elsewhere',
      'removal: Remove "Küche"@en as rdfs:label of ex:r',
      'removal: Remove "Kitchen"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'the language that all others have, for the text with its letters',
    '',
    '"Brücke"@en, "Bridge"@en . ex:s rdfs:label "Road"@en, "Straße"@de . ex:t rdfs:label "Ferry"@en, "Fähre"@de .',
    [
      'plausible: Change "Brücke"@en to "Brücke"@de -- its words and letters are those of de; 2 of 2 others have a text in de, and this node has none',
      'removal: Remove "Brücke"@en as rdfs:label of ex:r',
      'removal: Remove "Bridge"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'the text that the node is named after is in the right language, where others are named so',
    '',
    '"R"@en, "Raum"@en . ex:road rdfs:label "Road"@en, "Straße"@de . ex:ferry rdfs:label "Ferry"@en, "Fähre"@de .',
    [
      'plausible: Change "Raum"@en to "Raum"@de -- the name of the node is its text in en, as with 2 of 2 others; 2 of 2 others have a text in de, and this node has none',
      'plausible: Remove "R"@en as rdfs:label of ex:r -- all others are written as the value that stays',
      'removal: Remove "Raum"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'the name of the node says nothing where others have other names',
    '',
    '"R"@en, "Raum"@en . ex:x1 rdfs:label "Road"@en, "Straße"@de . ex:x2 rdfs:label "Ferry"@en, "Fähre"@de .',
    [
      'plausible: Change "R"@en to "R"@de -- 2 of 2 others have a text in de, and this node has none',
      'plausible: Change "Raum"@en to "Raum"@de -- 2 of 2 others have a text in de, and this node has none',
      'plausible: Remove "R"@en as rdfs:label of ex:r -- all others are written as the value that stays',
      'removal: Remove "Raum"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'it says something where some others are named so, and none in another language',
    '',
    '"R"@en, "Raum"@en . ex:Road rdfs:label "Road"@en, "Straße"@de . ex:Boat rdfs:label "Boat"@en, "Schiff"@de . ex:x2 rdfs:label "Ferry"@en, "Fähre"@de .',
    [
      'plausible: Change "Raum"@en to "Raum"@de -- the name of the node is its text in en, as with 2 of 3 others; 3 of 3 others have a text in de, and this node has none',
      'plausible: Remove "R"@en as rdfs:label of ex:r -- all others are written as the value that stays',
      'removal: Remove "Raum"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'one language is left',
    ' ; sh:languageIn ( "en" "de" )',
    '"Kitchen"@en, "Küche"@en .',
    [
      'plausible: Change "Küche"@en to "Küche"@de -- its words and letters are those of de; de is the only allowed language that is not used yet',
      'removal: Remove "Küche"@en as rdfs:label of ex:r',
      'removal: Remove "Kitchen"@en as rdfs:label of ex:r',
    ],
  ],
  [
    'several texts, two of which say the same',
    '',
    '"A"@en, "a"@en, "B"@en, "C"@de .',
    [
      'removal: Remove "a"@en and "B"@en as rdfs:label of ex:r -- "a"@en says the same as "A"@en',
      'removal: Remove "a"@en and "A"@en as rdfs:label of ex:r -- "a"@en says the same as "A"@en',
    ],
  ],
  [
    'what context states stays',
    '',
    block`
      "Galley"@en .
      #- /context.ttl
      ex:r rdfs:label "Kitchen"@en .`,
    ['removal: Remove "Galley"@en as rdfs:label of ex:r'],
  ],
])('%s', (_, constraints, labels, expected) =>
  checkListing(`${unique}${constraints}`, `ex:r a ex:Room ; rdfs:label ${labels}`, expected),
);

test('comments stay', () =>
  checkRepair(
    unique,
    block`
      ex:r a ex:Room ;
        rdfs:label "Kitchen"@en, # one
          "kitchen"@en . # two`,
    'attested: Remove "kitchen"@en as rdfs:label of ex:r -- "kitchen"@en says the same as "Kitchen"@en',
    block`
      ex:r a ex:Room ;
        rdfs:label "Kitchen"@en . # one
          # two`,
  ));
