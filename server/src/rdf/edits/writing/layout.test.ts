import { test } from 'vitest';
import { checkEdit, type TurtleDelta } from '../../../testing/turtleDelta.ts';

/** What repairs of well-kept files look like to those who keep them: layout and comments as they would do it. */
const rows: readonly (readonly [title: string, before: string, delta: TurtleDelta, after: string])[] = [
  [
    'a node gets another name everywhere',
    `# The rooms.
ex:room1 a ex:Room ; # ground floor
    ex:floor 1 . # one
ex:AHU_1 a ex:AHU ;
    # feeds the ground floor
    ex:feeds ex:room1, # was room 7
        ex:Room_2 .
ex:b ex:rooms ( ex:Room_2 ex:room1 ) ; ex:c [ ex:of ex:room1 ] .
`,
    {
      remove:
        'ex:room1 a ex:Room ; ex:floor 1 . ex:AHU_1 ex:feeds ex:room1 . _:n ex:of ex:room1 . _:l rdf:first ex:room1 .',
      add: 'ex:Room_1 a ex:Room ; ex:floor 1 . ex:AHU_1 ex:feeds ex:Room_1 . _:n ex:of ex:Room_1 . _:l rdf:first ex:Room_1 .',
      where: '_:n ex:of ex:room1 . _:l rdf:first ex:room1 .',
    },
    `# The rooms.
ex:Room_1 a ex:Room ; # ground floor
    ex:floor 1 . # one
ex:AHU_1 a ex:AHU ;
    # feeds the ground floor
    ex:feeds ex:Room_1, # was room 7
        ex:Room_2 .
ex:b ex:rooms ( ex:Room_2 ex:Room_1 ) ; ex:c [ ex:of ex:Room_1 ] .
`,
  ],
  [
    'a node with nested ones goes, its comments stay',
    `ex:s a ex:Sensor ;
    ex:unit ex:DEG_C ;
    # the reference
    ex:hasRef [ # bacnet
        a ex:Ref ;
        ex:of [ ex:id 12 ] ; # device
    ] ; # end of ref
    ex:label "S" .
`,
    {
      where: '_:x a ex:Ref ; ex:of _:y .',
      remove: 'ex:s ex:hasRef _:x . _:x a ex:Ref ; ex:of _:y . _:y ex:id 12 .',
    },
    `ex:s a ex:Sensor ;
    ex:unit ex:DEG_C ;
    # the reference
    # bacnet
    # device
    # end of ref
    ex:label "S" .
`,
  ],
  [
    'the last part goes, the dot keeps its line',
    `ex:s a ex:Sensor ;
    ex:unit ex:DEG_C ;
    ex:hasRef [
        a ex:Ref ;
        ex:of [ ex:id 12 ]
    ] ;
.
`,
    {
      where: '_:x a ex:Ref ; ex:of _:y .',
      remove: 'ex:s ex:hasRef _:x . _:x a ex:Ref ; ex:of _:y . _:y ex:id 12 .',
    },
    `ex:s a ex:Sensor ;
    ex:unit ex:DEG_C ;
.
`,
  ],
  [
    'the last of several objects goes',
    `ex:s a ex:Sensor ;
    ex:p ex:a , # first
        ex:b , # second
        ex:c ; # third
    ex:q 1 .
`,
    { remove: 'ex:s ex:p ex:c .' },
    `ex:s a ex:Sensor ;
    ex:p ex:a , # first
        ex:b ; # second
        # third
    ex:q 1 .
`,
  ],
  [
    'the first of several objects goes',
    `ex:s a ex:Sensor ;
    ex:p ex:a , # first
        ex:b , # second
        ex:c ; # third
    ex:q 1 .
`,
    { remove: 'ex:s ex:p ex:a .' },
    `ex:s a ex:Sensor ;
    ex:p # first
        ex:b , # second
        ex:c ; # third
    ex:q 1 .
`,
  ],
  [
    'an object comes behind one that has a comment',
    `ex:s a ex:Sensor ;
    ex:p ex:a , # first
        ex:b ; # second
    ex:q 1 .
`,
    { add: 'ex:s ex:p ex:c .' },
    `ex:s a ex:Sensor ;
    ex:p ex:a , # first
        ex:b , # second
        ex:c ;
    ex:q 1 .
`,
  ],
  [
    'an item of a list is exchanged',
    `ex:s ex:in (
        ex:a # one
        ex:b # two
        ex:c
    ) .
`,
    { where: '_:l rdf:first ex:b .', remove: '_:l rdf:first ex:b .', add: '_:l rdf:first ex:B .' },
    `ex:s ex:in (
        ex:a # one
        ex:B # two
        ex:c
    ) .
`,
  ],
  [
    'an item comes between two',
    `ex:s ex:in (
        ex:a # one
        ex:c # three
    ) .
`,
    {
      where: '_:l rdf:first ex:a ; rdf:rest _:r . _:r rdf:first ex:c .',
      remove: '_:l rdf:rest _:r .',
      add: '_:l rdf:rest _:n . _:n rdf:first ex:b ; rdf:rest _:r .',
    },
    `ex:s ex:in (
        ex:a # one
        ex:b
        ex:c # three
    ) .
`,
  ],
  [
    'the last item goes',
    `ex:s ex:in (
        ex:a # one
        ex:c # three
    ) .
`,
    {
      where: '_:l rdf:first ex:a ; rdf:rest _:r . _:r rdf:first ex:c .',
      remove: '_:l rdf:rest _:r . _:r rdf:first ex:c ; rdf:rest () .',
      add: '_:l rdf:rest () .',
    },
    `ex:s ex:in (
        ex:a # one
        # three
    ) .
`,
  ],
  [
    'a new node is linked, and described behind the one that links it',
    `ex:ahu a ex:AHU ; # main
    ex:feeds ex:r1 .

ex:r1 a ex:Room ;
    ex:name "R1" .

ex:z a ex:Zone .
`,
    { add: 'ex:ahu ex:hasPoint ex:Sensor_1 . ex:Sensor_1 a ex:Sensor ; ex:unit ex:DEG_C .' },
    `ex:ahu a ex:AHU ; # main
    ex:feeds ex:r1 ;
    ex:hasPoint ex:Sensor_1 .

ex:Sensor_1 a ex:Sensor ;
    ex:unit ex:DEG_C .

ex:r1 a ex:Room ;
    ex:name "R1" .

ex:z a ex:Zone .
`,
  ],
  [
    'a new blank node is laid out like its neighbour',
    `ex:s a ex:Shape ;
    ex:p [
        ex:path ex:a ;
        ex:max 1 ;
    ] .
`,
    {
      add: 'ex:s ex:p [ ex:path ex:b ; ex:in ( "alpha" "beta" "gamma" "delta" "epsilon" "zeta" "eta" ) ; ex:message "Use one of the letters" ] .',
    },
    `ex:s a ex:Shape ;
    ex:p [
        ex:path ex:a ;
        ex:max 1 ;
    ], [
        ex:path ex:b ;
        ex:in ( "alpha" "beta" "gamma" "delta" "epsilon" "zeta" "eta" ) ;
        ex:message "Use one of the letters"
    ] .
`,
  ],
  [
    'what is said of a blank node is said of a name',
    `ex:ahu a ex:AHU ;
    ex:hasPoint [
        a ex:Sensor ; # the sensor
        ex:unit ex:DEG_C
    ] ;
    ex:label "A" .

ex:z a ex:Zone .
`,
    {
      where: '_:x a ex:Sensor .',
      remove: 'ex:ahu ex:hasPoint _:x . _:x a ex:Sensor ; ex:unit ex:DEG_C .',
      add: 'ex:ahu ex:hasPoint ex:S1 . ex:S1 a ex:Sensor ; ex:unit ex:DEG_C .',
    },
    `ex:ahu a ex:AHU ;
    ex:hasPoint ex:S1 ; # the sensor
    ex:label "A" .

ex:S1 a ex:Sensor ;
    ex:unit ex:DEG_C .

ex:z a ex:Zone .
`,
  ],
  [
    'what is above a statement that goes stays',
    `# Rooms

ex:a ex:p 1 .

# This one is wrong.
ex:b ex:p 2 ;
    ex:q 3 .

# Other
ex:c ex:p 3 .
`,
    { remove: 'ex:b ex:p 2 ; ex:q 3 .' },
    `# Rooms

ex:a ex:p 1 .

# This one is wrong.

# Other
ex:c ex:p 3 .
`,
  ],
  [
    'the type goes from a subject that stands alone',
    `ex:a
    a ex:P ; # type
    ex:p 1 ; # p
    ex:q 2 # q
.
`,
    { remove: 'ex:a a ex:P .' },
    `ex:a
    # type
    ex:p 1 ; # p
    ex:q 2 # q
.
`,
  ],
  [
    'only the language of a long text changes',
    `ex:a a ex:P ;
    rdfs:comment """First line.
Second line.""" ; # long
    ex:p 1 .
`,
    {
      remove: 'ex:a rdfs:comment "First line.\\nSecond line." .',
      add: 'ex:a rdfs:comment "First line.\\nSecond line."@en .',
    },
    `ex:a a ex:P ;
    rdfs:comment """First line.
Second line."""@en ; # long
    ex:p 1 .
`,
  ],
  [
    'a prefix is declared the way the others are',
    `PREFIX ex: <http://example.org/ns#>
BASE <http://example.org/>
ex:a a ex:P . # c
ex:b a ex:P .
`,
    { add: 'ex:a ex:q "2020-01-01"^^xsd:date .' },
    `PREFIX ex: <http://example.org/ns#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
BASE <http://example.org/>
ex:a a ex:P ;
  ex:q "2020-01-01"^^xsd:date . # c
ex:b a ex:P .
`,
  ],
  [
    'one of several blank nodes goes',
    `ex:a ex:has [ ex:x 1 ] , # one
        [ ex:x 2 ] , # two
        [ ex:x 3 ] . # three
`,
    { where: '_:x ex:x 2 .', remove: 'ex:a ex:has _:x . _:x ex:x 2 .' },
    `ex:a ex:has [ ex:x 1 ] , # one
        # two
        [ ex:x 3 ] . # three
`,
  ],
  [
    'a blank node in brackets on several lines goes',
    `ex:a ex:has [
        ex:x 1 ;
    ] , [
        ex:x 2 ; # two
    ] ;
    ex:q 1 .
`,
    { where: '_:x ex:x 2 .', remove: 'ex:a ex:has _:x . _:x ex:x 2 .' },
    `ex:a ex:has [
        ex:x 1 ;
    ] ;
        # two
    ex:q 1 .
`,
  ],
  [
    'a misspelt predicate',
    `ex:a a ex:P ;
    ex:nmae "A" , # one
        "B" ; # two
    ex:q 1 .
`,
    { remove: 'ex:a ex:nmae "A", "B" .', add: 'ex:a ex:name "A" , "B" .' },
    `ex:a a ex:P ;
    ex:name "A" , # one
        "B" ; # two
    ex:q 1 .
`,
  ],
  [
    'a description comes behind those of its type',
    `ex:ahu_1 a ex:AHU ;
    ex:feeds ex:z1 .

ex:ahu_2 a ex:AHU ;
    ex:feeds ex:z2 .

ex:z1 a ex:Zone .
`,
    { add: 'ex:z2 a ex:Zone .' },
    `ex:ahu_1 a ex:AHU ;
    ex:feeds ex:z1 .

ex:ahu_2 a ex:AHU ;
    ex:feeds ex:z2 .

ex:z1 a ex:Zone .

ex:z2 a ex:Zone .
`,
  ],
  [
    'a new node that two others mention',
    `ex:a a ex:P .

ex:b a ex:P .
`,
    { add: 'ex:a ex:p _:n . ex:b ex:p _:n . _:n a ex:Q .' },
    `ex:a a ex:P ;
  ex:p _:b0 .

ex:b a ex:P ;
  ex:p _:b0 .

_:b0 a ex:Q .
`,
  ],
  [
    'many changes of one statement',
    `ex:a a ex:P ; # t
    ex:p "1" , # one
      "2" ; # two
    ex:q "x" ; ex:r ex:y . # end
`,
    { remove: 'ex:a ex:p "1", "2" ; ex:q "x" ; ex:r ex:y .', add: 'ex:a ex:p 1, 2 ; ex:r "y" ; ex:s ex:t .' },
    `ex:a a ex:P ; # t
    ex:p 1 , # one
      2 ; # two
    ex:r "y" ; ex:s ex:t . # end
`,
  ],
  [
    'a comment before a dot on its own line',
    `ex:a a ex:P ;
    ex:p 1 ; # one
    ex:q 2 # two
    .
`,
    { remove: 'ex:a ex:q 2 .' },
    `ex:a a ex:P ;
    ex:p 1 # one
    # two
    .
`,
  ],
  [
    'a part comes before such a comment',
    `ex:a a ex:P ;
    ex:p 1 # one
    # nothing more
    .
`,
    { add: 'ex:a ex:q 2 .' },
    `ex:a a ex:P ;
    ex:p 1 ; # one
    ex:q 2
    # nothing more
    .
`,
  ],
  [
    'a part comes into brackets',
    `ex:a ex:p [ a ex:Q ; # q
      ex:r 1 # r
    ] .
`,
    { where: '_:x ex:r 1 .', add: '_:x ex:s 2 .' },
    `ex:a ex:p [ a ex:Q ; # q
      ex:r 1 ; # r
      ex:s 2
    ] .
`,
  ],
  [
    'the only part in brackets goes',
    `ex:a ex:p [
      ex:r 1 # r
    ] ; ex:q 1 .
`,
    { where: '_:x ex:r 1 .', remove: '_:x ex:r 1 .' },
    `ex:a ex:p [
      # r
    ] ; ex:q 1 .
`,
  ],
  [
    'a name takes the place of a blank node',
    `ex:a a ex:P ;
    ex:p [
      a ex:R ; # r
      ex:r 1
    ] ;
    ex:q 1 .
`,
    { where: '_:x ex:r 1 .', remove: 'ex:a ex:p _:x . _:x a ex:R ; ex:r 1 .', add: 'ex:a ex:p ex:R1 .' },
    `ex:a a ex:P ;
    ex:p ex:R1 ; # r
    ex:q 1 .
`,
  ],
  [
    'a blank node takes the place of a name',
    `ex:a a ex:P ;
    ex:p ex:R1 ; # was
    ex:q 1 .
`,
    { remove: 'ex:a ex:p ex:R1 .', add: 'ex:a ex:p [ a ex:R ; ex:r 1 ] .' },
    `ex:a a ex:P ;
    ex:p [ a ex:R ; ex:r 1 ] ; # was
    ex:q 1 .
`,
  ],
  [
    'comments inside a part that goes',
    `ex:a a ex:P ;
    ex:p # what
        1 , # one
        2 ; # two
    ex:q 1 .
`,
    { remove: 'ex:a ex:p 1, 2 .' },
    `ex:a a ex:P ;
    # what
    # one
    # two
    ex:q 1 .
`,
  ],
  [
    'a part in the middle of a line',
    `ex:a a ex:P ; ex:p 1 ; ex:q 2 . # all
ex:b a ex:P .
`,
    { remove: 'ex:a ex:p 1 .' },
    `ex:a a ex:P ; ex:q 2 . # all
ex:b a ex:P .
`,
  ],
  [
    'blank lines between parts',
    `ex:a a ex:P ;

    ex:p 1 ;

    ex:q 2 .
`,
    { remove: 'ex:a ex:p 1 .' },
    `ex:a a ex:P ;

    ex:q 2 .
`,
  ],
  [
    'comments above parts',
    `ex:a a ex:P ;

    # section 1
    ex:p 1 ;

    # section 2
    ex:q 2 .
`,
    { remove: 'ex:a ex:q 2 .', add: 'ex:a ex:t 2 .' },
    `ex:a a ex:P ;

    # section 1
    ex:p 1 ;

    # section 2
    ex:t 2 .
`,
  ],
];

test.each(rows)('%s', (_, before, delta, after) => checkEdit(before, delta, after));
