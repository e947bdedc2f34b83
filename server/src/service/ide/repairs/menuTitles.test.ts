import { expect, test } from 'vitest';
import { menuTitles } from './menuTitles.ts';

test('titles that fit stay as they are', () => {
  const titles = ['Remove ex:b as ex:p of ex:a', 'Look at sh:minCount in the shape'];
  expect(menuTitles(titles)).toEqual(titles);
});

test('what others name as well goes first, then what names have in common', () => {
  expect(
    menuTitles([
      'Add bldg:AirHandlingUnit-cooling-coil-inlet as s223:hasConnectionPoint of bldg:AirHandlingUnit',
      'Add bldg:AirHandlingUnit-cooling-coil-outlet as s223:hasConnectionPoint of bldg:AirHandlingUnit',
      'Add bldg:AirHandlingUnit-damper as s223:hasConnectionPoint of bldg:AirHandlingUnit and add bldg:AirHandlingUnit as s223:of of bldg:AirHandlingUnit-damper',
      "You decide: the files don't say whether bldg:AirHandlingUnit-cooling-coil-inlet, bldg:AirHandlingUnit-cooling-coil-outlet or bldg:AirHandlingUnit-damper is meant",
      'Exclude bldg:AirHandlingUnit from s223:Equipment: remove type s223:Equipment from bldg:AirHandlingUnit',
    ]),
  ).toMatchInlineSnapshot(`
    [
      "Add bldg…-cooling-coil-inlet as s223:hasConnectionPoint",
      "Add bldg…-cooling-coil-outlet as s223:hasConnectionPoint",
      "Add bldg…-damper as s223:hasConnectionPoint and more",
      "You decide: the files don't say whether …-cooling…-inlet…",
      "Exclude …:AirHandlingUnit from s223:Equipment: remove type…",
    ]
  `);
});

test('a node that only one title names stays, because the titles differ there', () => {
  expect(
    menuTitles([
      'Add bldg:AirHandlingUnit as brick:feeds of bldg:Terminal-of-the-first-floor',
      'Add bldg:AirHandlingUnit as brick:feeds of bldg:Terminal-of-the-second-floor',
    ]),
  ).toMatchInlineSnapshot(`
    [
      "Add …:AirHandlingUnit as brick:feeds of …:Terminal…-first…",
      "Add …:AirHandlingUnit as brick:feeds of bldg…-second-floor",
    ]
  `);
});

test('sentences that differ only at their end keep what differs', () => {
  const start = 'No repair found that keeps ex:theOneAndOnlyRoom in the target of ex:RoomShape';
  expect(
    menuTitles([`${start}: no linked file describes ex:a`, `${start}: no linked file describes ex:b`]),
  ).toMatchInlineSnapshot(`
    [
      "No repair found that keeps…: no linked file describes ex:a",
      "No repair found that keeps…: no linked file describes ex:b",
    ]
  `);
});

test('equal titles are numbered', () => {
  expect(menuTitles(['Look', 'Look', 'Look'])).toEqual(['Look', 'Look (2)', 'Look (3)']);
});
